import AttributionBase
import AttributionFixtures
import AttributionInspection
import AttributionModel
import AttributionTestSupport
import Testing

/// What comes to a receiver one after another, as written by `aak fixtures --kind sequence`.
struct SequenceTests {
    private static let fixtures = Fixtures(seed: 1)

    /// The library's receiver counts exactly what is labelled so, one body after another or all at once.
    @Test(arguments: [0, 1, 2]) func theReceiverAgrees(_ seed: UInt64) async throws {
        let fixtures = Fixtures(seed: seed)
        let acceptance = try Acceptance.postbacks(forNetworks: [fixtures.network], environments: [.local])
        let (store, batchStore) = (SeenIdentifiers(), SeenIdentifiers())
        let receiver = PostbackReceiver(keys: fixtures.trustedKeys, accepting: acceptance, store: store)
        let batch = PostbackReceiver(keys: fixtures.trustedKeys, accepting: acceptance, store: batchStore)
        let sequence = fixtures.sequence
        let receptions = try await batch.receive(sequence.map { Array($0.text.utf8) })
        for (input, inBatch) in zip(sequence, receptions) {
            let reception = try await receiver.receive(input.text.utf8)
            expect(reception, inBatch, "\(input.name)")
            switch reception {
            case .counted: #expect(input.counts, "\(input.name)")
            case .repeated(_, let isSame):
                #expect(input.outcome == .repeated && isSame == input.isSame, "\(input.name)")
                #expect(!input.counts, "\(input.name)")
            case .refused(let refusal):
                #expect(refusal.outcome == input.outcome && input.isSame == nil, "\(input.name)")
                #expect(!input.counts, "\(input.name)")
            }
        }
    }

    /// What a receiver relies on: each way of counting wrongly is in the sequence.
    @Test func noInputVanishes() throws {
        let sequence = Self.fixtures.sequence
        #expect(sequence.count == 25 && Set(sequence.map(\.name)).count == 25)
        #expect(
            Dictionary(grouping: sequence, by: \.outcome).mapValues(\.count)
                == [.valid: 9, .repeated: 8, .notOurs: 4, .invalid: 2, .unknownKey: 1, .malformed: 1])
        expect(sequence.count { $0.isSame == false }, 2)
        expect(Set(sequence.map(\.text)).count, 25 - 5)
    }

    /// Labels follow from the seed, and name what a program in another language needs.
    @Test func labelsSayWhetherAnInputCounts() throws {
        for input in Self.fixtures.sequence {
            let label = try JSONValue(parsing: Array(input.label.utf8))
            #expect(label["counts"] == .bool(input.counts) && label["name"] == .string(input.name))
            expect(label["verdict"], .string(input.outcome.rawValue))
            expect(label["same"], input.isSame.map { .bool($0) })
        }
        let labels = Self.fixtures.sequence.map(\.label)
        expect(Fixtures(seed: 1).sequence.map(\.label), labels)
        #expect(Set(Fixtures(seed: 2).sequence.map(\.label)).isDisjoint(with: labels))
    }
}
