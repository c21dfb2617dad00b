import AttributionBase
import AttributionModel
import Testing

/// The contents of a postback are written in one place for each framework, which includes all fields.
@Suite struct PostbackValuesTests {
    private let country = CountryCode("US")

    @Test func everyFieldOfAdAttributionKitIsWritten() throws {
        let parts = PostbackValues(
            identifier: .string("i"), publisher: 1, marketplace: "m", network: "n", didWin: true, window: .second,
            type: .download, source: try #require(SourceIdentifier(5239)), advertised: 2,
            fine: FineConversionValue(rawValue: 3), coarse: .low, interaction: .click, country: country
        ).parts
        guard case .object(let signed) = parts.payload else {
            Issue.record("no object")
            return
        }
        let fields = PostbackField.shape.fields.filter { $0 != PostbackField.impressionIdentifier }
        #expect(signed.map(\.name) == fields.map(\.text))
        #expect(
            parts.unsigned.map(\.name) == BodyField.shape.fields.filter { $0 != BodyField.token }.map(\.text))
    }

    @Test(arguments: SKAdNetworkVersion.allCases)
    func everyFieldOfAVersionIsWritten(_ version: SKAdNetworkVersion) throws {
        let values = SKAdNetworkPostbackValues(
            version: version, network: "n", campaign: 1, source: try #require(SourceIdentifier(5239)), item: 2,
            transaction: .string("t"), isRedownload: true, sourceApp: 3, sourceDomain: "d", fidelity: 1, didWin: true,
            fine: FineConversionValue(rawValue: 3), coarse: .low, window: .third, country: country, forced: [])
        let names = SignedField.allCases.filter(version.discloses).map(\.description)
        #expect(values.members.map(\.name) == names)
        #expect(Set(version.traits.postback.fields.map(\.description)).isSubset(of: names))
    }

    /// Versions are ordered by release, whatever their numbers are as texts.
    @Test func versionsAreOrderedByRelease() {
        #expect(SKAdNetworkVersion.allCases.sorted() == SKAdNetworkVersion.allCases)
        #expect(SKAdNetworkVersion.newest == SKAdNetworkVersion.allCases.max())
        for version in SKAdNetworkVersion.allCases {
            #expect("\(version.traits.name)" == version.rawValue)
            #expect(version.traits.ad.version == version && version.traits.postback.version == version)
        }
    }
}
