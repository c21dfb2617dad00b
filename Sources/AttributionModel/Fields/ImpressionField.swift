/// The fields of a signed impression's payload, in the order of Apple's example [Generating JWS impressions].
package enum ImpressionField {
    package static let identifier = Field(8, "impression-identifier", .string)
    package static let publisherItemIdentifier = Field(9, "publisher-item-identifier", .integer)
    package static let type = Field(10, "impression-type", .string)
    package static let adNetworkIdentifier = Field(11, "ad-network-identifier", .string)
    package static let sourceIdentifier = Field(12, "source-identifier", .integer)
    package static let timestamp = Field(13, "timestamp", .integer)
    package static let advertisedItemIdentifier = Field(14, "advertised-item-identifier", .integer)
    package static let eligibleForReEngagement = Field(15, "eligible-for-re-engagement", .boolean, isRequired: false)

    package static let shape = ObjectShape([
        identifier, publisherItemIdentifier, type, adNetworkIdentifier, sourceIdentifier, timestamp,
        advertisedItemIdentifier, eligibleForReEngagement,
    ])
}
