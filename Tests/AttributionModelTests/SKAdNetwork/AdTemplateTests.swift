import AttributionBase
import AttributionTestSupport
import Testing

@testable import AttributionModel

/// The values that complete ads.
struct AdTemplateTests {
    private func ads(_ template: AdTemplate, _ text: String = "{}") throws -> [AdValues] {
        let object = try JSONValue(parsing: Array(text.utf8))
        let made = object.withView { view in
            Result { () throws(Problem) in
                try template.ads(from: AdValues(view)) { "nonce-\($0.map { "\($0.rawValue)" } ?? "none")" }
            }
        }
        return try #require(made).get()
    }

    private var template: AdTemplate {
        var template = AdTemplate()
        template.values[.itunesItemID] = .number("7")
        template.values[.sourceAppID] = .number("5")
        template.campaign = .number("39")
        return template
    }

    @Test func fillsInWhatIsMissing() throws {
        let ad = try #require(try ads(template, #"{"itunes-item-id":8}"#).first)
        expect(ad[.version], .string("4.0"))
        #expect(ad[.itunesItemID] == .number("8") && ad[.sourceAppID] == .number("5"))
        #expect(ad[.sourceIdentifier] == .number("39") && ad[.campaignID] == nil)
        #expect(ad[.fidelityType] == .number("1") && ad[.nonce] == .string("nonce-1"))
    }

    @Test func callsTheCampaignWhatItsVersionDoes() throws {
        let ad = try #require(try ads(template, #"{"version":"3.0"}"#).first)
        #expect(ad[.campaignID] == .number("39") && ad[.sourceIdentifier] == nil)
        let own = try #require(try ads(template, #"{"campaign-id":1}"#).first)
        #expect(own[.campaignID] == .number("1") && own[.sourceIdentifier] == nil)
    }

    /// An ad has only one of the two sources, and an option does not add another to that of the line.
    @Test func fillsInOneSource() throws {
        let web = try #require(try ads(template, #"{"source-domain":"example.com"}"#).first)
        #expect(web[.sourceAppID] == nil)
        var template = template
        template.values[.sourceDomain] = .string("example.com")
        let app = try #require(try ads(template).first)
        #expect(app[.sourceAppID] == .number("5") && app[.sourceDomain] == nil)
        template.values[.sourceAppID] = nil
        try expect(ads(template).first?[.sourceDomain], .string("example.com"))
    }

    @Test func makesAnAdForEachFidelity() throws {
        var template = template
        template.fidelities = [.viewThrough, .storeKitRendered]
        let both = try ads(template)
        expect(both.map { $0[.fidelityType] }, [.number("0"), .number("1")])
        expect(both.map { $0[.nonce] }, [.string("nonce-0"), .string("nonce-1")])
        try expect(ads(template, #"{"fidelity-type":0}"#).map { $0[.nonce] }, [.string("nonce-none")])
        // Versions before 2.2 have no fidelity type, so that these ads break a rule; an ad with the default has none.
        try expect(ads(template, #"{"version":"2.0"}"#).map { $0[.fidelityType] }, [.number("0"), .number("1")])
        try expect(ads(AdTemplate(), #"{"version":"2.0"}"#).map { $0[.fidelityType] }, [nil])
        let problem = #expect(throws: Problem.self) { try ads(template, #"{"nonce":"a"}"#) }
        #expect(problem?.rule === SignedAdRules.nonceReused)
        try expect(ads(template, #"{"nonce":"a","fidelity-type":1}"#).count, 1)
    }

    @Test func saysWhatIsMissing() {
        var empty = AdTemplate()
        #expect(empty.absentFields() == [.itunesItemID, .sourceAppID, .sourceIdentifier] && !empty.hasOwnValues)
        empty.version = .one
        expect(empty.absentFields(), [.itunesItemID, .campaignID])
        empty.values[.adNetworkID] = .string("a.skadnetwork")
        #expect(!empty.hasOwnValues)
        #expect(template.absentFields().isEmpty && template.hasOwnValues)
    }

    @Test func writesAnAdInTheFormThatTheSystemTakes() {
        var ad = AdValues()
        expect(ad.systemForm, .storeKit)
        ad[.fidelityType] = .number("0")
        expect(ad.systemForm, .impression)
        ad[.sourceDomain] = .string("example.com")
        expect(ad.systemForm, .web)
        #expect(ad.hasValue(named: "source-domain") && !ad.hasValue(named: "nonce"))
    }
}
