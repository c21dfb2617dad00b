import AttributionBase
import AttributionTestSupport
import Testing

/// Valid texts with random damage: the scanner never crashes, and any text that it accepts is also accepted, with the
/// same meaning, after rewriting.
struct MutationTests {
    static let seeds = [
        #"{"alg":"ES256","kid":"apple-development-identifier\/1"}"#,
        #"[1,-2.5e+3,true,false,null,"a\u00e9\ud83d\ude00\n",{"":[]},{"a":{"b":[[],{}]}}]"#,
        " { \"a\" : [ 1 , \"x y\" ] ,\t\"\u{e9}\" : \"\u{20ac}\u{1f600}\" }\r\n",
        "[" + (0..<40).map { #"{"n\#($0)":"\#($0)"}"# }.joined(separator: ",") + "]",
    ]
    static let interesting =
        Array("{}[]:,\"\\u/-+.eE0123456789tfn \t\n\u{0}\u{7f}".utf8) + [0x80, 0xc3, 0xed, 0xf4, 0xff]

    private static func damaged(_ text: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        var text = text
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let place = Int.random(in: 0...text.count, using: &random)
            let byte =
                Bool.random(using: &random)
                ? interesting[Int.random(in: 0..<interesting.count, using: &random)]
                : UInt8.random(in: .min ... .max, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0 where place < text.count: text[place] = byte
            case 1 where place < text.count: text.remove(at: place)
            case 2: text.insert(byte, at: place)
            case 3 where place < text.count: text[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            default:
                let end = Int.random(in: place...text.count, using: &random)
                text.insert(contentsOf: text[place..<end], at: place)
            }
            if text.count > 2000 { text.removeLast(text.count - 2000) }
        }
        return text
    }

    @Test(arguments: 0..<4) func whatIsAcceptedStaysAccepted(_ seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        var index = JSONIndex()
        var output = ByteBuffer()
        var accepted = 0
        let original = Array(Self.seeds[seed].utf8)
        for _ in 0..<8000 {
            let text = Self.damaged(original, &random)
            output.removeAll()
            guard let value = try? scan(text, using: &index, { JSONValue($0) }) else { continue }
            accepted += 1
            output.append(text)
            JSONText.compact(&output, from: 0)
            try expect(scan(output.array(), using: &index) { JSONValue($0) }, value)
            let hasSpace = index.hasInsignificantSpace
            #expect(!hasSpace)
            output.removeAll()
            text.withBytes { JSONText.appendPretty($0, to: &output) }
            try expect(scan(output.array(), using: &index) { JSONValue($0) }, value)
            try expect(scan(Array(value.text.utf8), using: &index) { JSONValue($0) }, value)
        }
        // The damage must be neither always fatal nor always harmless.
        #expect((200...7000).contains(accepted), "\(accepted)")
    }
}
