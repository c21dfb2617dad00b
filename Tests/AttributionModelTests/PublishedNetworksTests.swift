import AttributionBase
import AttributionTestSupport
import Testing

@testable import AttributionModel

struct PublishedNetworksTests {
    private static let list =
        #"["north.adattributionkit","south.skadnetwork","east.adattributionkit","west.skadnetwork"]"#

    private func comparison(_ list: String, with plist: String) throws -> (missing: [String], findings: [String]) {
        let networks = try PublishedNetworks(parsing: Array(list.utf8))
        return try JSONDocument(parsing: plist.utf8).withView { root in
            let (missing, findings) = networks.comparison(with: root)
            return (missing, findings.map { "\($0.rule.id) \($0.field)" })
        }
    }

    /// An ID is missing in the list of the framework whose ending it has, even if that list is empty.
    @Test(arguments: [
        (
            #"{"AdNetworkIdentifiers":[],"SKAdNetworkItems":[{"SKAdNetworkIdentifier":"south.skadnetwork"}]}"#,
            ["north.adattributionkit", "east.adattributionkit", "west.skadnetwork"],
            [
                "network-missing AdNetworkIdentifiers", "network-missing AdNetworkIdentifiers",
                "network-missing SKAdNetworkItems",
            ]
        ),
        // An ID in one list is not in the other.
        (
            #"{"AdNetworkIdentifiers":["north.adattributionkit","east.adattributionkit","west.skadnetwork"],"SKAdNetworkItems":[]}"#,
            ["south.skadnetwork", "west.skadnetwork"],
            ["network-missing SKAdNetworkItems", "network-missing SKAdNetworkItems"]
        ),
        // An app that uses one framework need not list the networks of the other.
        (
            #"{"AdNetworkIdentifiers":["East.adattributionkit"]}"#, ["north.adattributionkit"],
            ["network-missing AdNetworkIdentifiers", "network-not-compared SKAdNetworkItems"]
        ),
        // Without any list, both are to be made.
        (
            #"{"CFBundleName":"a"}"#,
            ["north.adattributionkit", "east.adattributionkit", "south.skadnetwork", "west.skadnetwork"],
            [
                "network-missing AdNetworkIdentifiers", "network-missing AdNetworkIdentifiers",
                "network-missing SKAdNetworkItems", "network-missing SKAdNetworkItems",
            ]
        ),
        // A misspelt ID is to be corrected where it is, in whichever list.
        (
            #"{"AdNetworkIdentifiers":["nort.adattributionkit","east.adattributionkit","sout.skadnetwork"]}"#, [],
            [
                "network-misspelt AdNetworkIdentifiers[0]", "network-misspelt AdNetworkIdentifiers[2]",
                "network-not-compared SKAdNetworkItems",
            ]
        ),
    ])
    func eachListIsComparedWithTheIDsForIt(_ plist: String, _ missing: [String], _ findings: [String]) throws {
        let found = try comparison(Self.list, with: plist)
        expect(found.missing, missing)
        expect(found.findings, findings)
    }

    @Test func aListForWhichThereAreNoIDsIsNotCompared() throws {
        let plist = #"{"AdNetworkIdentifiers":[],"SKAdNetworkItems":[{"SKAdNetworkIdentifier":"south.skadnetwork"}]}"#
        let found = try comparison(#"["south.skadnetwork"]"#, with: plist)
        expect(found.missing, [])
        expect(found.findings, ["network-not-compared AdNetworkIdentifiers"])
        // A list that neither side has needs no words.
        let items = #"{"SKAdNetworkItems":[{"SKAdNetworkIdentifier":"south.skadnetwork"}]}"#
        try expect(comparison(#"["south.skadnetwork"]"#, with: items).findings, [])
    }

    /// What is written for missing networks completes the app's lists.
    @Test func theMissingNetworksAreWrittenAsListsOfAnApp() throws {
        let networks = try PublishedNetworks(parsing: Array(Self.list.utf8))
        let entries = "<plist><dict>\(PublishedNetworks.propertyList(adding: networks.identifiers))</dict></plist>"
        let json = PublishedNetworks.json(adding: networks.identifiers)
        try expect(PropertyList.value(of: Array(entries.utf8)), json)
        try expect(comparison(Self.list, with: json.text).findings, [])
        #expect(PublishedNetworks.propertyList(adding: []).isEmpty)
        expect(PublishedNetworks.json(adding: []), .object([]))
    }
}
