import Rules

/// The signed payload of a postback, in the order of Apple's example [Identifying the parameters in a postback].
package enum PostbackField {
    package static let identifier = Field(16, "postback-identifier", .string)
    package static let publisherItemIdentifier = Field(17, "publisher-item-identifier", .integer, isRequired: false)
    package static let marketplaceIdentifier = Field(18, "marketplace-identifier", .string, isRequired: false)
    package static let impressionType = Field(19, "impression-type", .string)
    package static let adNetworkIdentifier = Field(20, "ad-network-identifier", .string)
    package static let didWin = Field(21, "did-win", .boolean)
    package static let sequenceIndex = Field(22, "postback-sequence-index", .integer)
    package static let conversionType = Field(23, "conversion-type", .string)
    package static let sourceIdentifier = Field(24, "source-identifier", .string)
    package static let advertisedItemIdentifier = Field(25, "advertised-item-identifier", .integer)

    /// That of an impression, which has no place in a postback.
    package static let impressionIdentifier = Field(26, "impression-identifier", .string, isRequired: false)

    package static let shape = ObjectShape([
        identifier, impressionIdentifier, publisherItemIdentifier, marketplaceIdentifier, impressionType,
        adNetworkIdentifier, didWin,
        sequenceIndex, conversionType, sourceIdentifier, advertisedItemIdentifier,
    ])
}

/// The body that a device sends: the signed token, and the fields beside it [Identifying the parameters in a postback].
package enum BodyField {
    package static let token = Field(32, "jws-string", .string)
    package static let conversionValue = Field(33, "conversion-value", .integer, isRequired: false)
    package static let coarseConversionValue = Field(34, "coarse-conversion-value", .string, isRequired: false)
    package static let interactionType = Field(35, "ad-interaction-type", .string)
    package static let countryCode = Field(36, "country-code", .string, isRequired: false)

    /// The signature of a postback of SKAdNetwork, which makes two messages of a body.
    package static let skAdNetworkSignature: StaticString = "attribution-signature"

    package static let shape = ObjectShape([
        token, conversionValue, coarseConversionValue, interactionType, countryCode,
    ])
}
