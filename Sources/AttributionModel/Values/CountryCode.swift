import AttributionBase

/// A country code: two capital letters (ISO 3166-1 alpha-2).
///
/// A string literal is a code: `"DE"`. For any other string, use ``init(parsing:)``.
public struct CountryCode: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The two letters.
    public let description: String

    /// Creates a code from a string. The rules check whether it denotes a country.
    ///
    /// - Throws: an error if the text is not two capital letters.
    public init(parsing text: String) throws(Problem) {
        self = try text.parsed(as: "country code", wanted: "two capital letters") { Self(text: $0) }
    }

    /// Creates a code that the source code contains. It must be two capital letters.
    public init(stringLiteral text: String) {
        guard let code = Self(text: text) else { preconditionFailure("\(quoted(text)) is no country code") }
        self = code
    }

    package init?(text: String) {
        guard text.utf8.count == 2, text.utf8.allSatisfy(ASCII.isUppercase) else { return nil }
        description = text
    }

    /// Creates a code from any text, for intentionally broken messages.
    package init(unchecked text: String) { description = text }

    /// Whether ISO 3166-1 assigns the code to a country, or the App Store uses it for one.
    package var isAssigned: Bool { Self.known.contains(self) }

    /// All codes that denote a country, in alphabetical order.
    package static let assigned: [CountryCode] = codes.split(whereSeparator: \.isWhitespace).map {
        CountryCode(unchecked: String($0))
    }

    private static let known = Set(assigned)

    /// Common wrong codes with the right ones, in uppercase.
    static let misnomers = ["UK": "GB", "EL": "GR"]

    /// The 249 codes that ISO 3166-1 assigns, and XK from its user-assigned range, which the App Store uses for
    /// Kosovo.
    private static let codes = """
        AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
        CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO
        FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE
        JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO
        MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW
        PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM
        TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW
        """
}
