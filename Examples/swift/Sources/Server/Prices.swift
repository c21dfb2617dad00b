import AttributionReport

/// What a report needs for revenue and returns: the meaning of an app's values, and what was spent on a campaign.
func pricesAndSpend(schema document: String) throws -> (schemas: SchemaList, campaigns: CampaignList) {
    let spring = CampaignList.Campaign(.source(5239), name: "Spring", spend: try Money("1000.00"))
    return (try SchemaList([ConversionSchema(parsing: document)]), try CampaignList([spring]))
}
