import AttributionBytes

/// Codes of currencies, none of which is looked up anywhere.
package enum CurrencyCode {
    package static let wanted = "the three letters of a currency such as \"USD\""

    package static func isValid(_ code: String) -> Bool {
        code.utf8.count == 3 && code.utf8.allSatisfy(ASCII.isUppercase)
    }
}
