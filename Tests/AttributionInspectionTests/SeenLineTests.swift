import AttributionBase
import AttributionModel
import AttributionTestSupport
import Testing

@testable import AttributionInspection

private let mark = "0123456789abcdef"
private let id = "6aafb7a5-0170-41b5-bbe4-fe71dedf1e30"

/// Files of identifiers: what one run writes another reads, whoever had the file in between; all else is refused.
struct SeenLineTests {
    private func key(
        _ text: [UInt8], index: String? = nil, field: InputFault.Identifier = .postback
    ) -> RepeatKey {
        text.withBytes { text in
            guard let index else { return RepeatKey(field, text, index: nil) }
            return Array(index.utf8).withBytes { RepeatKey(field, text, index: $0) }
        }
    }

    /// What is wrong with a line, and its number.
    private struct SeenFault: Error {
        let line: Int
        let problem: Problem
    }

    private func insert(_ text: String, into seen: SeenIdentifiers) throws(SeenFault) {
        let (line, problem) = Array(text.utf8).withBytes { seen.insert(lines: $0, firstLine: 1) }
        if let problem { throw SeenFault(line: line, problem: problem) }
    }

    private func bits(_ text: String) throws -> RepeatMark { try #require(RepeatMark(text)) }

    // MARK: - Words

    /// Identifiers with every byte that a word may not have, and words that look like others' escapes.
    @Test func everyKeyIsReadBackFromItsWord() throws {
        var random = SplitMix64(seed: 11)
        let tricky = Array("/%09afAF \t\n\r-{}\"\u{e9}\u{0}".utf8)
        var texts = [[], Array("%41".utf8), Array("/0".utf8), Array(id.utf8), Array(id.uppercased().utf8)]
        for _ in 0..<3000 {
            texts.append(
                (0..<Int(random.next() % 40)).map { _ in
                    random.next() % 2 == 0
                        ? UInt8(truncatingIfNeeded: random.next()) : tricky[Int(random.next() % UInt64(tricky.count))]
                })
        }
        let indices: [String?] = [nil, "0", "1", "2", "3", "-1", "1e2", "\"0\"", "{\"a\":\"/%\"}", "\u{7f}"]
        for (index, text) in texts.enumerated() {
            let key = key(text, index: indices[index % indices.count])
            let word = Array(key.identity.description.utf8)
            #expect(word.allSatisfy { ASCII.isPrintable($0) && $0 != ASCII.space })
            let read = word.withBytes { RepeatKey.Identity(word: $0) }
            expect(read, key.identity, "\(key)")
            let seen = SeenIdentifiers()
            try insert("\(key.identity)\t\(mark)\n", into: seen)
            #expect(seen.contains(key) && seen.count == 1, "\(key)")
            expect(seen.insert(key, mark: try bits(mark)), .same)
        }
    }

    @Test(arguments: ["%", "%4", "%4g", "a b", "a/", "a/b/c", "/", "a\tb", "\u{e9}", "a%", "%%%"])
    func noOtherTextIsAWord(_ text: String) {
        let read = Array(text.utf8).withBytes { RepeatKey.Identity(word: $0) }
        #expect(read == nil)
    }

    // MARK: - Lines

    /// The lines of a run in the forms that other programs give them, with what is known of a window afterwards.
    @Test(arguments: [
        "\(id)\t\(mark)\n", "\(id)\t\(mark)", "\(id)\t\(mark)\r\n", "\(id)\t\(mark)\r",
        "\n\n\(id)\t\(mark)\n\r\n \n\t\n",
        "\(id.uppercased())\t\(mark.uppercased())\n", "\(id)\n\(id)\t\(mark)\n\(id)\t\r\n",
        "\(id)\t\(mark)\n\(id)\t\(mark)\n\(id)\n",
    ])
    func whoeverWroteTheLinesTheyMeanTheSame(_ text: String) throws {
        let seen = SeenIdentifiers()
        try insert(text, into: seen)
        expect(seen.count, 1)
        for field in [InputFault.Identifier.postback, .impression, .transaction, .nonce] {
            let key = key(Array(id.uppercased().utf8), field: field)
            expect(seen.insert(key, mark: try bits(mark)), .same)
            expect(seen.insert(key, mark: try bits("00000000000000ff")), .differs)
        }
        #expect(!seen.contains(key(Array(id.utf8), index: "0", field: .transaction)))
    }

    @Test func aWindowIsAnIdentifierOfItsOwn() throws {
        let seen = SeenIdentifiers()
        try insert("\(id)/1\n\(id)/2\t\(mark)\n\(id)/7\t\(mark)", into: seen)
        let found = [nil, "0", "1", "2", "7", "8"].map {
            seen.contains(key(Array(id.utf8), index: $0, field: .transaction))
        }
        #expect(found == [false, false, true, true, true, false] && seen.count == 3)
        #expect(
            seen.insert(key(Array(id.utf8), index: "1", field: .transaction), mark: try bits(mark))
                == .unmarked)
    }

    @Test(arguments: [
        ("hello", "identifier"), (String(id.dropLast()), "identifier"), ("\(id)0", "identifier"),
        ("\(id)/3", "identifier"),
        ("\(id)/", "identifier"), ("\(id)/\t\(mark)", "identifier"), (" \(id)", "identifier"), ("\(id) ", "identifier"),
        ("\(id)\r\r", "identifier"), ("\(id.dropLast())g", "identifier"), ("{\"verdict\":\"valid\"}", "identifier"),
        ("\(id)\t\(mark.dropLast())", "mark"), ("\(id)\t\(mark)0", "mark"), ("\(id)\t \(mark.dropLast())", "mark"),
        ("\(id)\t\(mark)\t", "mark"), ("\(id)\t\(mark.dropLast())g", "mark"), ("\(id)\t\t", "mark"),
        ("\(id)\t0000000000000000", "mark"), ("\t \t", "mark"),
        ("a b\t\(mark)", "identifier"), ("\u{e9}\t\(mark)", "identifier"),
    ])
    func whatIsNoIdentifierIsRefusedByItsLine(_ line: String, _ field: String) throws {
        let fault = #expect(throws: SeenFault.self) {
            try insert("\(id)\n\n\(line)\n\(id)\n", into: SeenIdentifiers())
        }
        #expect(fault?.line == 3 && fault?.problem.place == field)
        #expect(fault?.problem.description.hasPrefix("\"\(field)\" is \"") == true)
    }

    /// A line that broke off behind its UUID would stand for another window, and the postback of its own would count again.
    @Test func aLastLineThatBrokeOffIsRefused() throws {
        let line = "\(id)/1\t\(mark)"
        for length in 1..<line.count {
            let fault = #expect(throws: SeenFault.self) {
                try insert("\(id)\n" + line.prefix(length), into: SeenIdentifiers())
            }
            expect(fault?.line, 2)
        }
        try insert("\(id)\n" + line, into: SeenIdentifiers())
        try insert("\(id)\n  ", into: SeenIdentifiers())
    }

    /// The order of the lines is nobody's business: a sorted file means what it meant.
    @Test func theOrderOfMarksChangesNothing() throws {
        let marks = ["", "\t00000000000000aa", "\t00000000000000bb", "\tffffffffffffffff", "\t"]
        var random = SplitMix64(seed: 3)
        for window in [nil, "2"] {
            let word = id + (window.map { "/" + $0 } ?? "")
            for _ in 0..<50 {
                let seen = SeenIdentifiers()
                try insert(marks.shuffled(using: &random).map { word + $0 }.joined(separator: "\n") + "\n", into: seen)
                let key = key(Array(id.utf8), index: window)
                expect(seen.insert(key, mark: try bits("00000000000000aa")), .same)
            }
        }
        let seen = SeenIdentifiers()
        try insert("x\t00000000000000bb\nx\t00000000000000aa\nx\t00000000000000bb", into: seen)
        #expect(seen.insert(key(Array("x".utf8)), mark: try bits("00000000000000aa")) == .same && seen.count == 1)
    }

    /// The table, compared with a dictionary, in as many lines as make it grow often.
    @Test func manyLinesAreAllThere() throws {
        var random = SplitMix64(seed: 5)
        var text = ByteBuffer()
        var wanted: [RepeatKey: RepeatMark?] = [:]
        for _ in 0..<40_000 {
            let (high, low) = (random.next(), random.next() % 3)
            let claims = random.next() % 4 == 0 ? nil : RepeatMark(bits: random.next())
            let key = RepeatKey(.postback, high: high, low: low)
            wanted[key] = .some(claims)
            key.identity.append(to: &text)
            if let claims {
                text.append(ASCII.tab)
                claims.append(to: &text)
            }
            text.append(ASCII.newline)
        }
        let seen = SeenIdentifiers()
        let next = unsafe seen.insert(lines: text.bytes, firstLine: 7).line
        #expect(next == 40_007 && seen.count == wanted.count)
        for (key, claims) in wanted {
            let other = RepeatMark(bits: 12345)
            expect(seen.insert(key, mark: claims ?? other), claims == nil ? .unmarked : .same)
        }
        #expect(!seen.contains(RepeatKey(.postback, high: 1, low: 7)))
    }
}
