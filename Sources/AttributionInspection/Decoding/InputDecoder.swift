import AdAttribution
import AttributionBytes
import AttributionJOSE
import AttributionJSON
import SKAdNetwork

/// Decodes one input after another, reusing its memory. Nothing is verified.
package struct InputDecoder: ~Copyable {
    private var reader = InputReader(checksSignatures: false)
    private var payload = ByteBuffer()
    /// What is signed of an input of SKAdNetwork depends on its version.
    private var signed = SignedReader()
    /// All that is wrong with the input decoded last, in the order of its parts: one that is broken does not hide the others.
    package internal(set) var faults: [InputFault] = []

    /// What of an input is shown.
    package enum Selection: Equatable, Sendable {
        case everything, payload, header
        /// The values of these members, parted by tabs.
        case fields([String])
    }

    /// Whether ``Outcome/kind`` is worked out where everything is shown.
    var tellsKind = false

    package init() {}

    /// What came of an input.
    package struct Outcome {
        package internal(set) var kind = InputKind.unreadable
        /// What stands in the output for it; nil where nothing could be shown.
        package internal(set) var shown: Shown?
        /// What is to be decoded instead: the objects of a bid request or response.
        package internal(set) var bids: [BidInput] = []
    }

    package enum Shown {
        case json
        /// Values without quotes.
        case text
    }

    // What follows is mutating so that it works on the decoder itself: of a value of its size the compiler makes a copy
    // for each call of what only looks at it.

    /// Decodes an input, or an object in it, and appends what was selected of it.
    ///
    /// - Parameters:
    ///   - text: the input without white space around it.
    ///   - bid: one of the ``Outcome/bids`` of that input; nil for the input itself.
    ///   - wasFound: called with the place of each selected field that is there.
    package mutating func append(
        _ selection: Selection, of text: UnsafeRawBufferPointer, _ bid: BidInput? = nil,
        to output: inout ByteBuffer, wasFound: (Int) -> Void = { _ in }
    ) -> Outcome {
        var outcome = Outcome()
        // One by one, which for the one fault of most bad inputs is cheaper than all at once.
        while faults.popLast() != nil {}
        let start = output.count
        do throws(InputFault) {
            switch try unsafe open(text, bid, selection, to: &output) {
            case .bids(let bids, let fault):
                outcome.bids = bids
                // So that nobody who passes them over takes the input for a good one.
                faults.append(fault)
            case .one(let reading): try show(reading, selection, from: start, &outcome, to: &output, wasFound)
            }
        } catch {
            faults.append(error)
        }
        guard let bid, selection == .everything, outcome.shown != nil, output.count > start else { return outcome }
        output.truncate(to: output.count - 1)
        output.member("path", bid.path)
        output.closeObject()
        return outcome
    }

    /// Payloads are decoded to where they are shown.
    private mutating func open(
        _ text: UnsafeRawBufferPointer, _ bid: BidInput?, _ selection: Selection, to output: inout ByteBuffer
    ) throws(InputFault) -> InputReader.Opened {
        payload.removeAll()
        return switch selection {
        case .everything: try unsafe reader.open(text, bid, payloadTo: &output, introducesHeader: true)
        case .payload: try unsafe reader.open(text, bid, payloadTo: &output)
        case .header, .fields: try unsafe reader.open(text, bid, payloadTo: &payload)
        }
    }

    /// Shows what was selected of an input that was read.
    ///
    /// - Parameter start: where in the output it begins.
    private mutating func show(
        _ reading: InputReader.Reading, _ selection: Selection, from start: Int, _ outcome: inout Outcome,
        to output: inout ByteBuffer, _ wasFound: (Int) -> Void
    ) throws(InputFault) {
        if let fault = reading.input.fault { faults.append(fault) }
        if reading.token?.hasFaults == true {
            for place in reader.tokens.faults.indices where reader.tokens.faults[place].isUnreadable {
                faults.append(.token(reader.tokens.faults[place]))
            }
        }
        // Of a stream nobody asks, and telling costs as much as decoding.
        if tellsKind {
            let payload = reading.token.flatMap { reader.payload(of: $0, in: output) }
            outcome.kind = InputKind(reading.input, payload: payload.flatMap { $0.kind == .object ? $0 : nil })
        }
        if case .skAdNetwork(let form) = reading.input.form, let object = reading.input.object {
            _ = signed.read(object, as: form)
        }
        switch selection {
        case .fields(let names):
            outcome.shown = appendFields(names, of: reading, to: &output, wasFound)
            guard outcome.shown == nil else { return }
            // Of an input that is broken, nothing is shown where none of the fields is there.
            if faults.isEmpty { outcome.shown = .text } else { output.truncate(to: start) }
            return
        case .header:
            if reading.token?.hasHeader == true { unsafe output.append(reader.tokens.header.bytes) }
            if reading.token == nil, faults.isEmpty { throw .partMissing("header") }
        case .payload:
            if reading.token?.payload == nil { appendPayload(of: reading, to: &output) }
        case .everything:
            if let range = reading.token?.payload {
                if range.lowerBound > start {
                    // Header and payload stand there already.
                    appendUnsigned(of: reading, to: &output)
                    output.closeObject()
                    break
                }
                unsafe payload.append(output.bytes(in: range))
                output.truncate(to: start)
            }
            appendEverything(of: reading, to: &output)
        }
        if output.count > start { outcome.shown = .json }
    }

    /// Appends all parts that could be decoded; nothing where there are none.
    private mutating func appendEverything(of reading: InputReader.Reading, to output: inout ByteBuffer) {
        let start = output.count
        output.openObject()
        let opened = output.count
        if reading.token?.hasHeader == true { unsafe output.member("header", json: reader.tokens.header.bytes) }
        if reading.token?.payload != nil || reading.isBare {
            output.member("payload")
            appendPayload(of: reading, to: &output)
        }
        appendUnsigned(of: reading, to: &output)
        if output.count > opened { output.closeObject() } else { output.truncate(to: start) }
    }

    /// Appends what stands beside what is signed.
    private mutating func appendUnsigned(of reading: InputReader.Reading, to output: inout ByteBuffer) {
        if case .postbackBody = reading.input.form, let body = reading.input.object {
            output.member("unsigned")
            body.appendMembers(without: InputFault.TokenMember.jwsString.name, to: &output)
        }
        if case .skAdNetwork(let form) = reading.input.form, let object = reading.input.object {
            let end = output.count
            output.member("unsigned")
            if !object.appendUnsigned(form, signed.order, to: &output) { output.truncate(to: end) }
        }
    }

    private mutating func appendPayload(of reading: InputReader.Reading, to output: inout ByteBuffer) {
        if reading.token?.payload != nil {
            unsafe output.append(payload.bytes)
        } else if case .skAdNetwork(let form) = reading.input.form, let object = reading.input.object {
            object.appendSigned(form, signed.order, to: &output)
        } else if reading.isBare, let object = reading.input.object {
            JSONText.appendCompact(object, to: &output)
        }
    }

    // MARK: - Fields

    /// Appends the values of members, looked for in the payload, then among the unsigned fields, then in the header. What is
    /// not there leaves its place empty.
    ///
    /// - Returns: nil if none of them is there.
    private mutating func appendFields(
        _ names: [String], of reading: InputReader.Reading, to output: inout ByteBuffer, _ wasFound: (Int) -> Void
    ) -> Shown? {
        let fields = reading.token.flatMap { reader.payload(of: $0, in: payload) }
        let header = reading.token?.hasHeader == true ? reader.tokens.headerView : nil
        let object = reading.input.form == .openRTB ? nil : reading.input.object
        var shown: Shown?
        for (place, name) in names.enumerated() {
            if place > 0 { output.append(ASCII.tab) }
            guard let value = fields?.member(named: name) ?? object?.member(named: name) ?? header?.member(named: name)
            else { continue }
            wasFound(place)
            let form = Self.append(value, to: &output)
            // Several values are text, whatever they are.
            shown = names.count == 1 ? form : .text
        }
        return shown
    }

    /// Appends a value, a string without quotes.
    private static func append(_ value: JSONView, to output: inout ByteBuffer) -> Shown {
        guard value.kind == .string else {
            JSONText.appendCompact(value, to: &output)
            return .json
        }
        // A line break or a tab inside a value would look like two results.
        let isPlain = unsafe value.unescapedOrContent { text in
            guard unsafe !text.contains(where: { $0 < 0x20 }) else { return false }
            unsafe output.append(text)
            return true
        }
        if isPlain { return .text }
        unsafe output.append(value.raw)
        return .json
    }
}

extension InputReader.Reading {
    /// Whether the input is an object without a token around or in it.
    fileprivate var isBare: Bool { token == nil && input.object != nil && input.absence == nil }
}

/// What an input says, verified by nobody: anyone can write one that decodes.
public struct DecodedInput: Sendable {
    /// What the input is.
    public let kind: InputKind
    /// The token's header, if it could be read.
    public let header: JSONValue?
    /// The token's payload, or a bare one, if it could be read.
    public let payload: JSONValue?
    /// The fields that stand beside the signed part of a postback body.
    public let unsigned: JSONValue?
    /// What kept parts from being read, in the order of the parts. A part that is broken does not hide the others.
    public let faults: [InputFault]

    /// Reads a token, a postback body, an OpenRTB object or a bare payload.
    public init(unverified input: [UInt8]) {
        var decoder = InputDecoder()
        decoder.tellsKind = true
        var output = ByteBuffer()
        let outcome = unsafe input.withUnsafeBytes { unsafe decoder.append(.everything, of: $0.trimmed, to: &output) }
        kind = outcome.kind
        var faults = decoder.faults
        var parts: JSONValue?
        do throws(JSONSyntaxError) {
            parts = try JSONValue(parsing: output.array())
        } catch {
            // Nothing is shown of what has a fault. Else it is a payload of as many levels as there may be, in one more.
            if faults.isEmpty { faults = [.json(error)] }
        }
        self.faults = faults
        header = parts?["header"]
        payload = parts?["payload"]
        unsigned = parts?["unsigned"]
    }

    /// What can be read of an input. Nothing is verified.
    public init(unverified input: String) { self.init(unverified: Array(input.utf8)) }
}
