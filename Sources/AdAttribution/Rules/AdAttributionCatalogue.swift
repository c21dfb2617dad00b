import AttributionRules

extension RuleCatalogue {
    /// The rules for AdAttributionKit, inputs and runs.
    public static let adAttributionKit = RuleCatalogue(
        TokenRules.all + ImpressionRules.all + PostbackRules.all + BodyRules.all + ConfigurationRules.all
            + RequestRules.all + InputRules.all + RunRules.all)
}
