import AdAttribution
import AttributionECDSA
import AttributionInspection
import AttributionJOSE
import AttributionJSON

/// One of several inputs that come one after another, with whether it counts after those before it.
///
/// ```swift
/// for input in fixtures.sequence { #expect(try await receive(input.text) == input.counts, "\(input)") }
/// ```
///
/// Each counts or does not count for a receiver that accepts the postback bodies of one ad network and counts each
/// identifier once.
public struct SequenceInput: FixtureInput {
    /// A description of what comes, unique in the sequence.
    public let name: String
    /// The input: a body as a device sends it, or what somebody else sends in its place.
    public var text: String { value.line }
    /// The outcome of `aak verify --unique --accept postback --network ID`.
    public let outcome: Verdict.Outcome
    /// For a repeat, whether it says the same as the first; nil for any other input.
    public let isSame: Bool?
    /// Whether the input counts. Nothing else may be remembered as counted.
    public var counts: Bool { outcome == .valid }

    let value: JSONValue

    fileprivate init(_ name: String, _ outcome: Verdict.Outcome, isSame: Bool? = nil, _ value: JSONValue) {
        self.name = name
        self.outcome = outcome
        self.isSame = isSame
        self.value = value
    }
}

extension SequenceInput {
    /// The input with its label, as one line of JSON.
    public var label: String { labelValue.text }

    package var labelValue: JSONValue {
        .object(
            [.init("input", value), .init("counts", .bool(counts)), .init("verdict", .string(outcome.rawValue))]
                + (isSame.map { [.init("same", .bool($0))] } ?? []) + [.init("name", .string(name))])
    }
}

extension Fixtures {
    /// What comes to a receiver one after another: retries, changed copies, the windows of a conversion, forgeries and bare
    /// tokens before the postback itself, and what is for another network.
    ///
    /// Forgeries have the identifier of a postback that comes later and counts: a receiver that remembers the identifier
    /// of what it refuses loses that conversion.
    public var sequence: [SequenceInput] { SequenceInputs(fixtures: self).all }
}

/// Makes the inputs of a sequence.
private struct SequenceInputs {
    let fixtures: Fixtures

    var all: [SequenceInput] { repeats + windows + impostors + strangers + late }

    /// Returns the parts of a postback that is drawn by a name.
    private func parts(_ name: String, ask: (inout PostbackRequest) -> Void = { _ in }) -> PostbackParts {
        var request = fixtures.values(of: "sequence: " + name).postbackRequest
        request.fine = FineConversionValue(rawValue: 7)
        ask(&request)
        return request.build()
    }

    private var first: JSONValue { fixtures.body(parts("first")) }

    /// The postback whose token comes before its body.
    private var watched: JSONValue { fixtures.body(parts("watched")) }

    private var repeats: [SequenceInput] {
        let first = first
        guard case .object(let members) = first else { return [] }
        return [
            SequenceInput("a postback", .valid, first),
            SequenceInput("a retry: the same bytes again", .repeated, isSame: true, first),
            SequenceInput(
                "the same members in another order, with spaces", .repeated, isSame: true,
                .string(
                    "{ "
                        + members.reversed().map { "\(JSONValue.string($0.name).text) : \($0.value.text)" }
                        .joined(separator: ", ") + " }")),
            SequenceInput(
                "the same token under the other of its two signatures, which anyone can compute", .repeated,
                isSame: true, first.mappingToken(mirrored)),
            SequenceInput(
                "a copy with a higher conversion value", .repeated, isSame: false,
                first.setting(BodyField.conversionValue.text, .number("63"))),
            SequenceInput(
                "a copy without a conversion value", .repeated, isSame: false,
                first.setting(BodyField.conversionValue.text, nil)),
        ]
    }

    /// The postbacks of one conversion, each with an identifier of its own.
    private var windows: [SequenceInput] {
        func window(_ window: ConversionWindow) -> JSONValue {
            // The windows share everything but what is drawn for their identifiers.
            let own = fixtures.values(of: "sequence: window \(window.rawValue + 1)").postbackRequest
            return fixtures.body(
                parts("conversion") {
                    $0.window = window
                    $0.postbackIdentifier = own.postbackIdentifier
                    if !window.isFirst {
                        $0.fine = nil
                        $0.coarse = .low
                    }
                })
        }
        return [
            SequenceInput("the first window of a conversion", .valid, window(.first)),
            SequenceInput("its third window, which overtook the second", .valid, window(.third)),
            SequenceInput("its second window", .valid, window(.second)),
            SequenceInput("a retry of the third window", .repeated, isSame: true, window(.third)),
        ]
    }

    /// What has the identifier of a postback that comes later.
    private var impostors: [SequenceInput] {
        let watched = watched
        let item = PostbackField.advertisedItemIdentifier.text
        let changed = parts("watched").payload.setting(item, .number("1"))
        let token = watched[BodyField.token.text] ?? .null
        let other = fixtures.signed(by: BrokenInputs.otherSignerKey)
        return [
            SequenceInput("the bare token of a postback, before its body", .notOurs, token),
            SequenceInput(
                "half of that body, where the connection was lost", .malformed, .string(watched.text.firstHalf)),
            SequenceInput(
                "that body with another app under the old signature", .invalid,
                watched.mappingToken { $0.replacing(payload: changed) }),
            SequenceInput(
                "that body, signed by another key under the same kid", .invalid, other.body(parts("watched"))),
            SequenceInput(
                "that body, signed by another key under a kid that Apple never published", .unknownKey,
                other.body(parts("watched"), keyID: "apple-cas-identifier/7")),
            SequenceInput("that body at last", .valid, watched),
            SequenceInput("its bare token again", .notOurs, token),
        ]
    }

    private var strangers: [SequenceInput] {
        let network = AdNetworkIdentifier(unchecked: "another-" + fixtures.network.description)
        return [
            SequenceInput(
                "another network's postback", .notOurs,
                fixtures.body(parts("stranger") { $0.adNetworkIdentifier = network })),
            SequenceInput(
                "an impression of the network itself", .notOurs,
                .string(fixtures.token(payload: fixtures.values(of: "sequence: impression").impressionPayload))),
        ]
    }

    private var late: [SequenceInput] {
        [
            SequenceInput("another postback", .valid, fixtures.body(parts("last"))),
            SequenceInput("a retry of the very first, after all the others", .repeated, isSame: true, first),
        ]
    }

    /// Returns a token with the other signature of the same text: s is replaced by n - s.
    private func mirrored(_ token: String) -> String {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let raw = try? Base64URL.decode(Array(parts[2].utf8)), raw.count == RawSignature.count
        else { return token }
        var mirrored = Array(raw[..<32])
        var borrow = 0
        var digits: [UInt8] = []
        for (order, digit) in zip(RawSignature.order.reversed(), raw[32...].reversed()) {
            let difference = Int(order) - Int(digit) - borrow
            borrow = difference < 0 ? 1 : 0
            digits.append(UInt8(truncatingIfNeeded: difference))
        }
        mirrored += digits.reversed()
        return "\(parts[0]).\(parts[1]).\(String(decoding: Base64URL.encode(mirrored), as: UTF8.self))"
    }
}

extension String {
    fileprivate var firstHalf: String { String(prefix(count / 2)) }

    /// Returns a token with another payload under its old signature.
    fileprivate func replacing(payload: JSONValue) -> String {
        let parts = split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return self }
        return "\(parts[0]).\(String(decoding: Base64URL.encode(Array(payload.text.utf8)), as: UTF8.self)).\(parts[2])"
    }
}

extension JSONValue {
    /// Returns a postback body with another token.
    fileprivate func mappingToken(_ change: (String) -> String) -> JSONValue {
        guard case .string(let token)? = self[BodyField.token.text] else { return self }
        return setting(BodyField.token.text, .string(change(token)))
    }
}
