import AttributionBase
import AttributionModel

/// Decodes successive inputs without verifying them, and reuses its memory.
package struct InputDecoder: ~Copyable {
    private var reader = InputReader(checksSignatures: false)
    private var payload = ByteBuffer()
    /// The reader of the values that SKAdNetwork signs. They depend on the version.
    private var signed = SignedReader()
    /// All faults of the last input, in the order of its parts. A broken part does not hide faults in the others.
    package internal(set) var faults: [InputFault] = []

    package enum Selection: Equatable, Sendable {
        case everything, payload, header
        /// The values of these members, separated by tabs.
        case fields([String])
    }

    package init() {}

    /// The form of the output, which is nil if nothing could be shown; and the objects of a bid request or response, which must be decoded
    /// instead of the input.
    package typealias Outcome = (shown: Shown?, bids: [BidInput])

    package enum Shown {
        case json
        /// Values without quotation marks.
        case text
    }

    // The following methods are mutating, because the compiler would copy a value of this size for each call of a nonmutating method.

    /// Decodes an input, or an object in it, and appends the selected parts.
    ///
    /// - Parameters:
    ///   - text: the input without leading and trailing white space.
    ///   - bid: one of the ``Outcome`` of the input; nil for the input itself.
    ///   - wasFound: called with the index of each selected field that is present.
    package mutating func append(
        _ selection: Selection, of text: ByteView, _ bid: BidInput? = nil, at path: String? = nil,
        to output: inout ByteBuffer, wasFound: (Int) -> Void = { _ in }
    ) -> Outcome {
        var outcome: Outcome = (nil, [])
        // Most inputs have at most one fault. Removing it alone is cheaper than `removeAll`.
        while faults.popLast() != nil {}
        let start = output.count
        do throws(InputFault) {
            if try open(text, bid, selection, to: &output) {
                try show(selection, from: start, &outcome, to: &output, wasFound)
            } else {
                outcome.bids = reader.takeBids()
                // If there were no fault, a caller who ignores the bids would mistake the input for a good one.
                faults.append(reader.bidsFault)
            }
        } catch {
            faults.append(error)
        }
        guard let place = bid?.path ?? path, selection == .everything, outcome.shown != nil, output.count > start
        else { return outcome }
        output.truncate(to: output.count - 1)
        output.member(ResultMember.path.name, bid == nil || path == nil ? place : "\(path ?? "").\(place)")
        output.closeObject()
        return outcome
    }

    /// Opens an input, and decodes its payload into the output where it will be shown.
    private mutating func open(
        _ text: ByteView, _ bid: BidInput?, _ selection: Selection, to output: inout ByteBuffer
    ) throws(InputFault) -> Bool {
        payload.removeAll()
        return switch selection {
        case .everything: try reader.open(text, bid, payloadTo: &output, introducesHeader: true)
        case .payload: try reader.open(text, bid, payloadTo: &output)
        case .header, .fields: try reader.open(text, bid, payloadTo: &payload)
        }
    }

    /// Appends the selected parts of an input that was read.
    private mutating func show(
        _ selection: Selection, from start: Int, _ outcome: inout Outcome,
        to output: inout ByteBuffer, _ wasFound: (Int) -> Void
    ) throws(InputFault) {
        noteFaults()
        switch selection {
        case .fields(let names):
            outcome.shown = appendFields(names, to: &output, wasFound)
            guard outcome.shown == nil else { return }
            // If a broken input has none of the fields, nothing of it is shown.
            if faults.isEmpty { outcome.shown = .text } else { output.truncate(to: start) }
            return
        case .header:
            if reader.token?.hasHeader == true { output.append(reader.tokens.header) }
            if reader.token == nil, faults.isEmpty { throw .partMissing("header") }
        case .payload:
            if reader.token?.payload == nil { appendPayload(to: &output) }
        case .everything:
            if let range = reader.token?.payload {
                if range.lowerBound > start {
                    // The header and the payload have been appended already.
                    appendUnsigned(to: &output)
                    output.closeObject()
                    break
                }
                payload.append(output, in: range)
                output.truncate(to: start)
            }
            appendEverything(to: &output)
        }
        if output.count > start { outcome.shown = .json }
    }

    /// Collects the faults in the parts of the input, and determines which of its members SKAdNetwork signs.
    private mutating func noteFaults() {
        if let fault = reader.input.fault { faults.append(fault) }
        if reader.token?.hasFaults == true {
            for place in reader.tokens.faults.indices where reader.tokens.faults[place].isUnreadable {
                faults.append(.token(reader.tokens.faults[place]))
            }
        }
        if let object = reader.input.signed { _ = signed.read(object) }
    }

    /// Appends all decoded parts, or nothing if there are none.
    private mutating func appendEverything(to output: inout ByteBuffer) {
        let start = output.count
        output.openObject()
        let opened = output.count
        if reader.token?.hasHeader == true { output.member(DecodedMember.header.name, json: reader.tokens.header) }
        if reader.token?.payload != nil || isBare {
            output.member(DecodedMember.payload.name)
            appendPayload(to: &output)
        }
        appendUnsigned(to: &output)
        if output.count > opened { output.closeObject() } else { output.truncate(to: start) }
    }

    /// Appends the members outside the signed part.
    private mutating func appendUnsigned(to output: inout ByteBuffer) {
        if case .postbackBody = reader.input.form, let body = reader.input.object {
            output.member(DecodedMember.unsigned.name)
            body.appendMembers(without: BodyField.token.name, to: &output)
        }
        if let object = reader.input.signed {
            let end = output.count
            output.member(DecodedMember.unsigned.name)
            if !object.appendUnsigned(signed.order, to: &output) { output.truncate(to: end) }
        }
    }

    private var isBare: Bool { reader.token == nil && reader.input.object != nil && !reader.input.lacksToken }

    private mutating func appendPayload(to output: inout ByteBuffer) {
        if reader.token?.payload != nil {
            output.append(payload)
        } else if let object = reader.input.signed {
            object.appendSigned(signed.order, to: &output)
        } else if isBare, let object = reader.input.object {
            JSONText.appendCompact(object, to: &output)
        }
    }

    // MARK: - Fields

    /// Appends the values of members. Each is looked up in the payload, then among the unsigned members, then in the header. A missing
    /// value is left empty.
    ///
    /// - Returns: Nil if all values are missing.
    private mutating func appendFields(
        _ names: [String], to output: inout ByteBuffer, _ wasFound: (Int) -> Void
    ) -> Shown? {
        let fields = reader.token.flatMap { reader.payload(of: $0, in: payload) }
        let header = reader.token?.hasHeader == true ? reader.tokens.headerView : nil
        let object = reader.input.form == .openRTB ? nil : reader.input.object
        let ad = reader.input.signed
        var shown: Shown?
        for (place, name) in names.enumerated() {
            if place > 0 { output.append(ASCII.tab) }
            let outside = ad.map { $0.member(named: name) } ?? object?.member(named: name)
            guard let value = fields?.member(named: name) ?? outside ?? header?.member(named: name) else {
                // An entry's members other than the values of the ad are not among the ad's members.
                guard let rest = ad?.rest, rest.name == name else { continue }
                wasFound(place)
                rest.value.append(to: &output)
                shown = names.count == 1 ? .json : .text
                continue
            }
            wasFound(place)
            let form = Self.append(value, to: &output)
            // Several values are always text.
            shown = names.count == 1 ? form : .text
        }
        return shown
    }

    /// Appends a value. Strings are written without quotation marks.
    private static func append(_ value: JSONView, to output: inout ByteBuffer) -> Shown {
        guard value.kind == .string else {
            JSONText.appendCompact(value, to: &output)
            return .json
        }
        // A line break or a tab in a value would look like a separator.
        let isPlain = value.unescapedOrContent { text in
            guard !text.contains(where: { $0 < 0x20 }) else { return false }
            output.append(text)
            return true
        }
        if isPlain { return .text }
        output.append(value.raw)
        return .json
    }
}

/// The contents of an input. They are not verified: anyone can write an input that decodes.
public struct DecodedInput: Equatable, Sendable {
    /// The kind of the input.
    public fileprivate(set) var kind = InputKind.unreadable
    /// The token's header, if it could be read.
    public fileprivate(set) var header: JSONValue?
    /// The token's payload, or the bare payload, if it could be read.
    public fileprivate(set) var payload: JSONValue?
    /// The unsigned members of a postback body.
    public fileprivate(set) var unsigned: JSONValue?
    /// The reasons why parts could not be read, in the order of the parts. A broken part does not hide the others.
    package fileprivate(set) var faults: [InputFault] = []

    /// Decodes a token, a postback body, an OpenRTB object or a bare payload.
    public init(unverified input: some Collection<UInt8>) {
        var decoder = InputDecoder()
        Array(input).withBytes { decoder.read($0.trimmed, into: &self) }
        faults = decoder.faults
    }

    /// Decodes an input as far as possible. Nothing is verified.
    public init(unverified input: String) { self.init(unverified: input.utf8) }

    /// The reasons why parts could not be read, in the order of the parts. A broken part does not hide faults in the
    /// others.
    public var problems: [Problem] { faults.map(\.problem.inLibrary) }
}

extension InputDecoder {
    fileprivate mutating func read(_ text: ByteView, into parts: inout DecodedInput) {
        var output = ByteBuffer()
        do throws(InputFault) {
            guard try open(text, nil, .header, to: &output) else { return faults.append(reader.bidsFault) }
        } catch {
            return faults.append(error)
        }
        noteFaults()
        let payload = reader.token.flatMap { reader.payload(of: $0, in: self.payload) }
        parts.kind = InputKind(reader.input, ofPayload: payload.flatMap { $0.kind == .object ? .ofPayload($0) : nil })
        parts.header = reader.token?.hasHeader == true ? reader.tokens.headerView.map { JSONValue($0) } : nil
        parts.payload = payload.map { JSONValue($0) } ?? barePayload
        parts.unsigned = unsigned
    }

    private var barePayload: JSONValue? {
        guard isBare, let object = reader.input.object else { return nil }
        guard case .skAdNetwork(let form) = reader.input.form else { return JSONValue(object) }
        return .object(object.parts { form.signs($0, signed.order) == true })
    }

    /// The members outside the signed part; nil if there are none.
    private var unsigned: JSONValue? {
        guard let object = reader.input.object else { return nil }
        switch reader.input.form {
        case .postbackBody: return .object(object.parts { !$0.name.isString(BodyField.token.name) })
        case .skAdNetwork(let form):
            let members = object.parts { form.signs($0, signed.order) == false }
            return members.isEmpty ? nil : .object(members)
        default: return nil
        }
    }
}

extension JSONView {
    /// The members of an object for which a condition is true, as values.
    fileprivate func parts(_ isIncluded: ((name: JSONView, value: JSONView)) -> Bool) -> [JSONValue.Member] {
        members.filter { isIncluded(($0.name, $0.value)) }.map { JSONValue.Member($0.name.string, JSONValue($0.value)) }
    }
}

extension Impression {
    /// Reads the impression in an input without verifying its signature, for callers to whom the impression belongs.
    ///
    /// - Parameters:
    ///   - input: a token, an OpenRTB object around one, or a bare payload.
    ///   - defaults: the values of members that the payload lacks.
    ///   - checksRules: whether to reject an impression that breaks Apple's rules.
    package init(
        unverified input: [UInt8], filledIn defaults: [JSONValue.Member] = [], checksRules: Bool = true
    ) throws(InputFault) {
        let decoded = DecodedInput(unverified: input)
        if [.postback, .skAdNetworkPostback, .skAdNetworkAd].contains(decoded.kind) {
            let found = decoded.kind == .skAdNetworkAd ? "a SKAdNetwork ad" : "a postback"
            let wanted = "an AdAttributionKit impression"
            throw .problem(
                .whole(found: found, wanted: wanted, hint: "aak decode shows what is in it")
                    .breaking(InputRules.unsupported))
        }
        let fault = decoded.faults.first {
            if case .token(let error) = $0 { error.step != .signature } else { true }
        }
        if let fault { throw fault }
        guard var payload = decoded.payload else { throw .noSignature }
        for member in defaults where payload[member.name] == nil { payload[name: member.name] = member.value }
        if !checksRules, let impression = Impression(unchecked: payload) {
            self = impression
            return
        }
        do throws(Findings) {
            self = try Impression(payload)
        } catch {
            guard let first = error.first else { throw .noSignature }
            throw .rules(first, others: Array(error.dropFirst()))
        }
    }
}
