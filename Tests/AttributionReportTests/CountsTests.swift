import AttributionBase
import AttributionInspection
import AttributionModel
import AttributionTestSupport
import Testing

@testable import AttributionReport

/// The conclusions about a postback, and that the counts of parts add up to those of the whole.
struct CountsTests {
    private static let absences: [(line: String, tiers: String, because: String)] = [
        (Lines.postback(more: Lines.publisher + Lines.marketplace), "3", "not-set"),
        (Lines.postback(more: Lines.marketplace), "2", "not-set"),
        (Lines.postback(source: "39", more: Lines.marketplace), "1-2", "tier-or-not-set"),
        (Lines.postback(source: "39"), "0", "tier"),
        (Lines.postback(source: "39", window: 1, more: Lines.marketplace), "1-3", "not-set"),
        (Lines.postback(source: "39", window: 2), "1-3", "not-set"),
        (Lines.postback(source: "39", didWin: false, more: Lines.marketplace), "1-3", "nonwinning"),
        (Lines.postback(more: Lines.marketplace, unsigned: nil), "2", "token-only"),
        (Lines.postback(more: Lines.marketplace, unsigned: #","conversion-value":64"#), "2", "unreadable"),
        (Lines.postback(more: Lines.marketplace, unsigned: #","conversion-value":"6""#), "2", "unreadable"),
        (
            Lines.postback(source: "39", more: Lines.marketplace, unsigned: #","coarse-conversion-value":"huge""#), "1",
            "unreadable"
        ),
        // Four digits in a later window, which no tier sends.
        (Lines.postback(window: 1, more: Lines.marketplace), "none", "unreadable"),
        (Lines.postback(window: 7, more: Lines.marketplace), "none", "unreadable"),
    ]

    @Test func whyThereIsNoValue() {
        for (line, tiers, because) in Self.absences {
            let report = overview([line])
            expect(report["tiers"]?.counted, "\(tiers) 1", "\(line)")
            expect(report["values"]?.counted, "none 1", "\(line)")
            expect(report["none-because"]?.counted, "\(because) 1", "\(line)")
        }
    }

    /// Every postback made according to the disclosure table matches the tier that it was made for.
    @Test func everyTierFitsItsOwnPostbacks() {
        var count = 0
        for framework in [Disclosure.Framework.adAttributionKit, .skAdNetwork] {
            for tier in DataTier.allCases {
                for window in ConversionWindow.allCases {
                    for didWin in [true, false] {
                        let disclosure = Disclosure(of: framework, tier: tier, window: window, didWin: didWin)
                        guard disclosure.isPostback else { continue }
                        for digits in disclosure.sourceDigits {
                            for bits in 0..<8 {
                                var given = Disclosure.Values()
                                given.hasFineValue = bits & 1 != 0
                                given.hasCoarseValue = bits & 2 != 0
                                given.country = bits & 4 != 0 ? .three : nil
                                let fields = DisclosedFields(
                                    framework, isLater: !window.isFirst, didWin: didWin, digits: digits, hasBody: true
                                ) { disclosure.absence(of: $0, given: given) == nil }
                                #expect(fields.tiers.contains(tier), "\(disclosure) \(digits) \(given)")
                                count += 1
                            }
                        }
                    }
                }
            }
        }
        expect(count, 352)
    }

    private static let lines: [String] = (0..<240).map { number in
        let source = ["5239", "239", "39", "1039"][number % 4]
        let value = number % 3 == 0 ? #","conversion-value":\#(number % 64)"# : ""
        return number % 17 == 0
            ? #"{"verdict":"invalid","line":\#(number)}"#
            : Lines.postback(
                source: source, window: number % 3, didWin: number % 5 != 0,
                more: number % 2 == 0 ? Lines.marketplace : Lines.publisher, unsigned: value)
    }

    @Test func partsAddUpInAnyOrder() {
        var request = ReportRequest(.results)
        request.fields = [.known(.sourceIdentifier), .known(.window)]
        let whole = counts(Self.lines, request)
        let pieces = [0..<50, 50..<51, 51..<200, 200..<240]
        for order in [[0, 1, 2, 3], [3, 1, 0, 2], [2, 3, 1, 0]] {
            var total = ReportCounts()
            for index in order {
                let piece = part(Array(Self.lines[pieces[index]]), request)
                total.add(piece.counts)
            }
            expect(total.overview(request), whole.overview(request), "\(order)")
            let mine = rows(total, request)
            let all = rows(whole, request)
            expect(mine, all)
            expect(all.count, 12)
        }
    }

    // MARK: - Groups

    private func groups(_ fields: [GroupField], _ lines: [String], outer: [String]? = nil) -> [String] {
        var request = ReportRequest(.results)
        request.fields = fields
        let counts = counts(lines, request, outer: outer)
        return counts.groupRows(request).map { row in
            let group = row.json(fields, MoneyOptions(request), showsUnverified: false)["group"]
            return "\(group?.text ?? "")\(row.counts.inputs)"
        }
    }

    @Test func groupsAreSorted() {
        let lines =
            [Lines.postback(source: "39"), Lines.postback(source: "5239"), Lines.postback(source: "5239")]
            + [Lines.verdict(), Lines.postback(source: "40")]
        expect(
            groups([.known(.sourceIdentifier)], lines),
            [
                #"{"source-identifier":"5239"}2"#, #"{"source-identifier":"39"}1"#, #"{"source-identifier":"40"}1"#,
                #"{"source-identifier":null}1"#,
            ])
        let windows = [2, 0, 1].map { Lines.postback(window: $0) }
        expect(groups([.known(.window)], windows), [#"{"window":1}1"#, #"{"window":2}1"#, #"{"window":3}1"#])
    }

    /// A part is used again for the next batch, and what it keeps must not be counted twice.
    @Test func aClearedPartCountsNothing() {
        var request = ReportRequest(.results)
        request.fields = [.known(.sourceIdentifier), .known(.window)]
        let lines = Self.lines + [Lines.verdict(), Lines.verdict(), "rejected"]
        var used = part(lines, request)
        let before = ReportCounts()
        #expect(used.counts.inputs > 200)
        used.clear()
        expect(used.counts.overview(request), before.overview(request))
        #expect(used.counts.groupRows(request).isEmpty)
        var total = ReportCounts()
        total.add(used.counts)
        total.add(part(lines, request).counts)
        expect(total.overview(request), counts(lines, request).overview(request))
        #expect(
            total.groupRows(request).map(\.counts.inputs)
                == counts(lines, request).groupRows(request).map(\.counts.inputs))
    }

    @Test func everyDimensionHasItsSection() {
        let sections = Dimension.allCases.map(\.section)
        expect(Set(sections.map(\.id)).count, Dimension.allCases.count)
        for section in sections { #expect(section.names.count <= Dimension.nowhere, "\(section.id)") }
    }

    /// Words are compared in the order of their places, which is that of the names.
    @Test func everyWordIsCountedByItsName() {
        func check(_ words: [String], _ member: String, _ line: (String) -> String) {
            for word in words { expect(overview([line(word)])[member]?.counted, "\(word) 1") }
        }
        check(ConversionType.allCases.map(\.rawValue), "conversion-types") { Lines.postback(type: $0) }
        check(SigningEnvironment.allCases.map(\.rawValue), "environments") { Lines.verdict(environment: $0) }
        check(CoarseConversionValue.allCases.map(\.rawValue), "coarse") {
            Lines.postback(unsigned: #","coarse-conversion-value":"\#($0)""#)
        }
        check(InteractionType.allCases.map(\.rawValue), "interactions") { word in
            Lines.postback().replacing(#""ad-interaction-type":"click""#, with: #""ad-interaction-type":"\#(word)""#)
        }
    }

    @Test func everyFieldHasItsValue() {
        let line = Lines.postback(
            more: Lines.publisher + Lines.marketplace
                + #","ad-network-identifier":"n.adattributionkit","advertised-item-identifier":10738027756"#,
            unsigned: #","conversion-value":12,"country-code":"US""#)
        let values: [(GroupField.Common, String)] = [
            (.verdict, #""valid""#), (.environment, #""production""#), (.framework, #""adattributionkit""#),
            (.version, "null"), (.adNetworkIdentifier, #""n.adattributionkit""#),
            (.advertisedItemIdentifier, "10738027756"), (.sourceIdentifier, #""5239""#), (.campaignIdentifier, "null"),
            (.digits, "4"), (.tier, #""3""#), (.window, "1"), (.didWin, "true"), (.conversionType, #""download""#),
            (.interactionType, #""click""#), (.publisherItemIdentifier, "123"),
            (.marketplaceIdentifier, #""com.apple.AppStore""#), (.countryCode, #""US""#), (.fineValue, "12"),
            (.coarseValue, "null"),
            // Without a list of campaigns, and without times.
            (.campaign, "null"), (.hour, "null"), (.day, "null"), (.week, "null"),
        ]
        for (field, value) in values {
            expect(groups([.known(field)], [line]), [#"{"\#(field.name)":\#(value)}1"#])
        }
        expect(values.count, GroupField.Common.allCases.count)
    }

    @Test func membersOfTheLineAround() {
        let outer = [
            #"{"host":"a","request":{"id":1,"x.y":"z"}}"#, #"{"host":"\u0061","request":{}}"#, #"{"host":null}"#,
            "broken",
        ]
        let lines = [String](repeating: Self.replays("4.0", 0)[0], count: 4)
        expect(groups([.outer("host")], lines, outer: outer), [#"{"host":"a"}2"#, #"{"host":null}2"#])
        expect(groups([.outer("request.id")], lines, outer: outer), [#"{"request.id":null}3"#, #"{"request.id":1}1"#])
        #expect(
            groups([.outer("request.x.y")], lines, outer: outer)
                == [#"{"request.x.y":null}3"#, #"{"request.x.y":"z"}1"#])
    }

    // MARK: - Repeats

    @Test func repeatsAreCountedOnce() {
        var request = ReportRequest(.results)
        request.isUnique = true
        func skan(_ window: Int) -> String {
            #"{"version":"4.0","transaction-id":"6aafb7a5-0170-41b5-bbe4-fe71dedf1e30","source-identifier":"39","#
                + #""postback-sequence-index":\#(window),"did-win":true,"attribution-signature":"M"}"#
        }
        let seen = SeenPostbacks()
        var total = ReportCounts()
        for lines in [[Lines.postback(), skan(0), skan(1)], [Lines.postback(), skan(0), skan(2)]] {
            var part = part(lines, request)
            part.settle(seen, nil)
            total.add(part.counts)
        }
        expect(total.inputs, 6)
        expect(total.repeats, 2)
        expect(total.all.inputs, 4)
        // A repeat that verify refused counts as one too.
        let refused = overview([#"{"verdict":"repeated","rule":"repeated-identifier","line":2}"#])
        expect(refused["repeats"], .number("1"))
    }

    /// Returns lines of one postback, as anyone who replays it could write them.
    private static func replays(_ version: String, _ index: Int) -> [String] {
        let id = "6aafb7a5-0170-41b5-bbe4-fe71dedf1e30"
        let signed =
            #""transaction-id":"\#(id)","ad-network-id":"n","did-win":true"#
            + (version == "1.0" ? "" : #","version":"\#(version)""#)
        let others = #""postback-sequence-index":\#(index),"conversion-value":\#(index)"#
        let verdict =
            #""kind":"skadnetwork-postback","framework":"skadnetwork","version":"\#(version)","environment":"local""#
        return [
            "{\(signed),\(others),\"attribution-signature\":\"M\"}",
            #"{"verdict":"valid",\#(verdict),"payload":{\#(signed)},"unsigned":{\#(others)}}"#,
            // A verdict states its own kind.
            #"{"verdict":"valid",\#(verdict),"payload":{\#(signed),"postback-identifier":"\#(index)"},"unsigned":{}}"#,
        ]
    }

    @Test func unsignedMembersSeparateNothing() {
        var request = ReportRequest(.results)
        request.isUnique = true
        for version in ["1.0", "2.0", "2.1", "2.2", "3.0"] {
            let lines = (0..<3).flatMap { Self.replays(version, $0) }
            var part = part(lines, request)
            part.settle(SeenPostbacks(), nil)
            // One that was not verified, and one that was.
            #expect(part.counts.inputs == 9 && part.counts.repeats == 7, "\(version)")
        }
        // Fields that only 4.0 signs are not read from other versions.
        let unsigned = overview([Self.replays("3.0", 1)[0], Self.replays("4.0", 1)[0]])
        expect(unsigned["windows"]?.counted, "2 1")
        // An AdAttributionKit postback is identified by its own identifier, whatever else is signed in it.
        let more = #","transaction-id":"6aafb7a5-0170-41b5-bbe4-fe71dedf1e30","version":"4.0""#
        var part = part((0..<3).map { Lines.postback(window: $0, more: more) }, request)
        part.settle(SeenPostbacks(), nil)
        expect(part.counts.repeats, 2)
    }

    /// Anyone can write an unverified postback, so it does not use up an identifier for verified ones.
    @Test func theUnverifiedRepeatsButIsNotRepeated() {
        var request = ReportRequest(.results)
        request.isUnique = true
        let (raw, verified) = (Self.replays("4.0", 0)[0], Self.replays("3.0", 0)[1])
        let raw3 = Self.replays("3.0", 0)[0]
        for (lines, repeats) in [
            ([raw3, verified], 0), ([raw3, raw3, verified, verified], 2), ([verified, raw3], 1),
            ([raw, raw, verified], 1),
        ] {
            var part = part(lines, request)
            part.settle(SeenPostbacks(), nil)
            expect(part.counts.repeats, repeats, "\(lines)")
            expect(part.counts.all.inputs, lines.count - repeats, "\(lines)")
        }
    }
}
