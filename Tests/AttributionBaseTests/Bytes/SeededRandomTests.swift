import AttributionBase
import AttributionTestSupport
import Testing

struct ChanceTests {
    /// The output of the program by the generator's authors for the seed 1234567.
    @Test func generatorGivesThePublishedNumbers() {
        var generator = SplitMix64(seed: 1_234_567)
        let numbers = (0..<5).map { _ in generator.next() }
        expect(
            numbers,
            [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ])
    }

    /// The values drawn from a seed must never change: they determine the bytes of every seeded output.
    @Test func drawsStayWhatTheyAre() {
        let chance = SeededRandom(seed: 7)
        expect(chance.of("tier", 3).number(below: 1000), 806)
        expect(chance.of("device", 3).of("tier").number(below: 1000), 351)
        expect(chance.of(named: "lines.ndjson".utf8, 3).uuid.text, "370c0f28-f54d-4424-aa98-8779876a03a2")
    }

    @Test func aNameGivesWhatTheSamePurposeGives() {
        expect(SeededRandom(seed: 1).of("tier", 4), SeededRandom(seed: 1).of(named: "tier".utf8, 4))
    }

    @Test func seedPurposeAndPositionMatter() {
        let chances = [
            SeededRandom(seed: 0), SeededRandom(seed: 1), SeededRandom(seed: 0).of("a"), SeededRandom(seed: 1).of("a"),
            SeededRandom(seed: 0).of("b"), SeededRandom(seed: 0).of("a", 1), SeededRandom(seed: 0).of("a", -1),
            SeededRandom(seed: 0).of("a", .max), SeededRandom(seed: 0).of("a", .min),
            SeededRandom(seed: 0).of("a").of("a"),
        ]
        expect(Set(chances).count, chances.count)
        expect(Set((0..<10_000).map { SeededRandom(seed: 3).of("uuid", $0).uuid.text }).count, 10_000)
    }

    @Test func drawsAreEven() {
        var counts = [Int](repeating: 0, count: 6)
        for position in 0..<60_000 { counts[Int(SeededRandom(seed: 5).of("die", position).number(below: 6))] += 1 }
        // Five standard deviations of a fair die.
        for count in counts { #expect(abs(count - 10_000) < 457) }
        expect(SeededRandom(seed: 5).number(below: 0), 0)
        expect(SeededRandom(seed: 5).number(in: 3...3), 3)
        #expect((0..<1000).allSatisfy { (-3...3).contains(SeededRandom(seed: 5).of("die", $0).number(in: -3...3)) })
        _ = SeededRandom(seed: 5).number(in: .min ... .max)
        #expect(SeededRandom(seed: 5).element(of: [Int]()) == nil)
    }

    @Test func aRandomUUIDHasItsVersionAndVariant() {
        var generator = SplitMix64(seed: 1)
        for _ in 0..<100 {
            let uuid = RandomUUID(using: &generator)
            let text = Array(uuid.text.utf8)
            expect(text.count, 36)
            #expect([8, 13, 18, 23].allSatisfy { text[$0] == UInt8(ascii: "-") })
            expect(text[14], UInt8(ascii: "4"))
            #expect("89ab".utf8.contains(text[19]))
            expect(uuid.uppercaseText, uuid.text.uppercased())
        }
    }
}
