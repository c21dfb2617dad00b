import AttributionModel
import AttributionTestSupport
import Testing

struct ConversionValueTests {
    @Test(arguments: [(-1, false), (0, true), (63, true), (64, false), (Int.min, false), (Int.max, false)])
    func fineValuesHaveSixBits(_ number: Int, _ isValue: Bool) {
        expect(FineConversionValue(rawValue: number)?.rawValue, isValue ? number : nil)
    }

    @Test func valuesAreOrdered() {
        expect(FineConversionValue.range.compactMap { FineConversionValue(rawValue: $0) }.count, 64)
        #expect(FineConversionValue(rawValue: 2)! < FineConversionValue(rawValue: 10)!)
        expect(CoarseConversionValue.allCases, CoarseConversionValue.allCases.sorted())
        expect(CoarseConversionValue.allCases.map(\.rawValue), ["low", "medium", "high"])
    }

    @Test func typesAreSpeltAsApplePutsThem() {
        expect(ConversionType.allCases.map(\.rawValue), ["download", "redownload", "re-engagement"])
        expect(ConversionType.allCases.map(\.isInstall), [true, true, false])
        expect(InteractionType.allCases.map(\.rawValue), ["click", "view"])
    }
}

struct SourceIdentifierTests {
    @Test(arguments: [(9, nil), (10, "10"), (99, "99"), (100, "100"), (999, "999"), (1000, "1000"), (9999, "9999")])
    func impressionsHaveNumbersOfTwoToFourDigits(_ number: Int, _ digits: String?) {
        expect(SourceIdentifier(number)?.description, digits)
    }

    @Test(arguments: [10_000, -1, Int.min, Int.max, 0]) func refusesOtherNumbers(_ number: Int) {
        #expect(SourceIdentifier(number) == nil)
        #expect(SourceIdentifier.range.contains(SourceIdentifier(clamping: number).number))
    }

    @Test(arguments: ["00", "05", "39", "007", "239", "0000", "5239"]) func postbacksHaveDigits(_ digits: String) {
        expect(SourceIdentifier(digits)?.description, digits)
        expect(SourceIdentifier(digits)?.digitCount, digits.count)
    }

    @Test(arguments: ["", "5", "52391", "5a", "+5", "-5", " 5", "５２", "٣٩"]) func refusesOtherTexts(_ text: String) {
        #expect(SourceIdentifier(text) == nil)
    }

    /// [Identifying the parameters in a postback]: the smallest crowd discloses 39 of 5239, larger ones 239 and the
    /// whole number.
    @Test(arguments: [
        (5239, 2, "39"), (5239, 3, "239"), (5239, 4, "5239"), (5205, 2, "05"), (5005, 3, "005"), (239, 4, "239"),
        (239, 2, "39"), (39, 4, "39"), (5239, 0, "39"), (5239, 9, "5239"),
    ]) func lastDigitsAreWhatIsLeft(_ number: Int, _ count: Int, _ digits: String) {
        let whole = SourceIdentifier(clamping: number)
        expect(whole.last(count).description, digits)
        #expect(whole.last(count).isEnding(of: whole))
    }

    @Test func othersAreNoEnding() throws {
        let whole = SourceIdentifier(clamping: 5239)
        for digits in ["52", "38", "523", "5238", "39 "] {
            #expect(SourceIdentifier(digits)?.isEnding(of: whole) != true, "\(digits)")
        }
        #expect(!whole.isEnding(of: SourceIdentifier(clamping: 39)))
        // Leading zeros are significant: 039 is the ending of 5039, but not of 5239.
        #expect(try #require(SourceIdentifier("039")).isEnding(of: SourceIdentifier(clamping: 5039)))
        #expect(try !#require(SourceIdentifier("039")).isEnding(of: whole))
    }
}

struct IdentifierTests {
    @Test(arguments: [("0", 0), ("10738027756", 10_738_027_756), ("18446744073709551615", UInt64.max)])
    func itemsAreUnsigned64BitNumbers(_ text: String, _ number: UInt64) {
        expect(ItemIdentifier(text)?.rawValue, number)
        expect(ItemIdentifier(rawValue: number).description, text)
    }

    @Test(arguments: ["", "-0", "-1", "+1", "1.0", "1e3", "18446744073709551616", " 1", "１"])
    func refusesOtherItems(_ text: String) { #expect(ItemIdentifier(text) == nil) }

    @Test(arguments: [
        "example.adattributionkit", "example.skadnetwork", "a.b.skadnetwork", "9.adattributionkit",
        "a-1.-.adattributionkit",
    ])
    func networksAreLowercaseWithAnEnding(_ text: String) {
        expect(AdNetworkIdentifier(text: text)?.description, text)
    }

    @Test(arguments: [
        "", "example", ".adattributionkit", ".skadnetwork", "Example.adattributionkit", "example.AdAttributionKit",
        "example.skadnetwork ", "example.skadnetworks", "Ä.skadnetwork", "example.com",
        // Each was signed.
        "a.skadnetwork,b.skadnetwork", "http://a.skadnetwork", "a b.skadnetwork", "a..skadnetwork", "*.skadnetwork",
        ".a.skadnetwork", "a.skadnetwork.adattributionkit", "skadnetwork.skadnetwork", "a.skadnetwork.b.skadnetwork",
        "a_b.skadnetwork", "é.skadnetwork", "\u{600}.skadnetwork", "a\u{0}.skadnetwork", "skadnetwork",
    ]) func refusesOtherNetworks(_ text: String) { #expect(AdNetworkIdentifier(text: text) == nil) }

    /// Guards postbacks of SKAdNetwork, which may name a network in capitals. The sign for kelvin is no k.
    @Test func networksAreComparedWithoutCase() {
        func network(_ text: String) -> AdNetworkIdentifier { AdNetworkIdentifier(unchecked: text) }
        let same = [network("kiosk.skadnetwork"), network("KIOSK.SKAdNetwork")]
        #expect(same[0] == same[1] && Set(same).count == 1)
        #expect(network("\u{212a}iosk.skadnetwork") != same[0])
    }

    @Test func publishedNetworksAreNetworks() {
        for network in [ExampleKey.adNetworkIdentifier, .development] {
            expect(AdNetworkIdentifier(text: network.description), network)
        }
    }
}

struct CountryCodeTests {
    /// ISO 3166-1 assigns 249 codes; the App Store adds Kosovo's.
    @Test func assignedCodesAreThoseOfTheStandard() {
        expect(CountryCode.assigned.count, 250)
        expect(Set(CountryCode.assigned).count, 250)
        expect(CountryCode.assigned.map(\.description), CountryCode.assigned.map(\.description).sorted())
        #expect(CountryCode.assigned.allSatisfy { CountryCode(text: $0.description) == $0 && $0.isAssigned })
    }

    @Test func noOtherPairOfLettersIsAssigned() {
        let letters = (UInt8(ascii: "A")...UInt8(ascii: "Z")).map { String(UnicodeScalar($0)) }
        let codes = letters.flatMap { first in letters.compactMap { CountryCode(text: first + $0) } }
        expect(codes.count, 676)
        expect(codes.count(where: \.isAssigned), 250)
    }

    @Test(arguments: ["US", "DE", "GB", "XK"]) func countriesAreAssigned(_ code: String) {
        #expect(CountryCode(text: code)?.isAssigned == true)
    }

    @Test(arguments: ["ZZ", "UK", "EU", "AA", "XX"]) func othersAreNot(_ code: String) {
        #expect(CountryCode(text: code)?.isAssigned == false)
    }

    @Test(arguments: ["", "U", "us", "USA", "U1", "Ü", "ÜS", " U"]) func refusesOtherTexts(_ text: String) {
        #expect(CountryCode(text: text) == nil)
    }
}

/// [Receiving postbacks in multiple conversion windows], and the times of Developer Mode.
struct ConversionWindowTests {
    @Test func windowsFollowEachOther() {
        for mode in [ConversionWindow.Mode.regular, .developer] {
            let spans = ConversionWindow.allCases.map { $0.span(mode) }
            expect(spans[0].lowerBound, .zero)
            expect(spans[0].upperBound, spans[1].lowerBound)
            expect(spans[1].upperBound, spans[2].lowerBound)
        }
        expect(ConversionWindow.allCases.map(\.rawValue), [0, 1, 2])
        expect(ConversionWindow.allCases, ConversionWindow.allCases.sorted())
    }

    @Test func timesAreThoseOfTheArticle() {
        let hour = 3600
        let ends = ConversionWindow.allCases.map { $0.span().upperBound }
        expect(ends, [2, 7, 35].map { .seconds($0 * 24 * hour) })
        expect(ConversionWindow.first.delay(), .seconds(24 * hour) ... .seconds(48 * hour))
        for window in [ConversionWindow.second, .third] {
            expect(window.delay(), .seconds(24 * hour) ... .seconds(144 * hour))
        }
        expect(ConversionWindow.allCases.map { $0.span(.developer).upperBound }, [180, 360, 540].map { .seconds($0) })
        for window in ConversionWindow.allCases { expect(window.delay(.developer), .seconds(300) ... .seconds(600)) }
    }
}

struct MessageKindTests {
    /// A field that postbacks alone have makes an object without identifiers a postback; `marketplace-identifier` made it an
    /// impression.
    @Test func fieldsOfPostbacksTell() throws {
        let repeated = Set(ImpressionField.shape.fields.map(\.text))
        let names = PostbackField.shape.fields.map(\.text).filter { !repeated.contains($0) }
        #expect(names.contains("marketplace-identifier") && names.count >= 5)
        for name in names {
            let object = JSONValue.object([.init(name, .string("a"))])
            expect(object.withView(\.messageKind), .postback, "\(name)")
        }
    }

    /// Without its identifier, which may be null, a payload is what most of its fields say, whatever one of them is.
    @Test(arguments: [
        (#""postback-identifier":null,"impression-identifier":"a","did-win":true"#, MessageKind.postback),
        (
            #""impression-identifier":"a","did-win":true,"conversion-type":"download","timestamp":1"#,
            MessageKind.postback
        ),
        (#""postback-identifier":"a","impression-identifier":"b","timestamp":1"#, .postback),
        (#""impression-identifier":"a","timestamp":1,"did-win":true"#, .impression),
        (#""impression-identifier":"a","did-win":null"#, .impression),
        (#""timestamp":1,"eligible-for-re-engagement":true,"did-win":true"#, .impression),
    ])
    func mostFieldsTell(_ members: String, _ kind: MessageKind) throws {
        try expect(JSONValue(parsing: "{\(members)}".utf8).withView(\.messageKind), kind)
    }
}

/// Values of one text are printed as that text, also in a collection.
struct PrintedValueTests {
    @Test func valuesPrintTheirRawValues() throws {
        expect(SigningEnvironment.allCases.map { "\($0)" }, ["production", "development", "local"])
        expect(SKAdNetworkVersion.allCases.map { "\($0)" }, ["1.0", "2.0", "2.1", "2.2", "3.0", "4.0"])
        expect("\(ConversionType.allCases)", "[download, redownload, re-engagement]")
        expect("\(try #require(FineConversionValue(rawValue: 12)))", "12")
    }
}
