import AttributionBase
import AttributionModel
import AttributionTestSupport
import Testing

/// The contents of a postback are written in one place for each framework, which includes all fields.
struct PostbackValuesTests {
    /// Returns values for every field of both frameworks.
    private func values(_ window: ConversionWindow, of version: SKAdNetworkVersion? = nil) throws -> PostbackValues {
        var values = PostbackValues(
            identifier: .string("i"), network: "n", advertised: 2, source: SourceIdentifier(clamping: 5239),
            type: .redownload, interaction: .click, didWin: true, window: window)
        values.version = version
        (values.publisher, values.sourceDomain, values.marketplace) = (1, "d", "m")
        (values.fine, values.coarse, values.country) = (FineConversionValue(rawValue: 3), .low, CountryCode(text: "US"))
        (values.campaign, values.fidelity) = (1, 1)
        return values
    }

    @Test func everyFieldOfAdAttributionKitIsWritten() throws {
        let parts = try values(.second).parts
        guard case .object(let signed) = parts.payload else {
            Issue.record("no object")
            return
        }
        let fields = PostbackField.shape.fields.filter { $0 != PostbackField.impressionIdentifier }
        expect(signed.map(\.name), fields.map(\.text))
        expect(parts.unsigned.map(\.name), BodyField.shape.fields.filter { $0 != BodyField.token }.map(\.text))
    }

    /// Without such a rule, a value that the version lacks would be left out in silence.
    @Test(arguments: SKAdNetworkVersion.allCases)
    func everyFieldThatAVersionLacksHasARuleThatSaysSo(_ version: SKAdNetworkVersion) {
        let asked = Disclosure.Field.allCases.compactMap { $0.skAdNetworkField(isWeb: false) }
        for field in asked + [.didWin, .postbackSequenceIndex] where !version.discloses(field) {
            #expect(SignedPostbackRules.lack(of: field) != nil, "\(field)")
        }
    }

    @Test(arguments: SKAdNetworkVersion.allCases)
    func everyFieldOfAVersionIsWritten(_ version: SKAdNetworkVersion) throws {
        guard case .object(let members) = try values(.third, of: version).body(of: version, signature: "s") else {
            Issue.record("no object")
            return
        }
        let names = SignedField.allCases.filter(version.discloses).map(\.description)
        expect(members.map(\.name), names + [SignedField.signature.description])
        #expect(Set(version.traits.postback.fields.map(\.description)).isSubset(of: names))
    }

    /// Versions are ordered by release, whatever their numbers are as texts.
    @Test func versionsAreOrderedByRelease() {
        expect(SKAdNetworkVersion.allCases.sorted(), SKAdNetworkVersion.allCases)
        expect(SKAdNetworkVersion.newest, SKAdNetworkVersion.allCases.max())
        for version in SKAdNetworkVersion.allCases {
            expect("\(version.traits.name)", version.rawValue)
            #expect(version.traits.ad.version == version && version.traits.postback.version == version)
        }
    }
}
