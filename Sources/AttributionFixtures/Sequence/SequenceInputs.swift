import AttributionBase
import AttributionCrypto
import AttributionInspection
import AttributionModel

/// One of several inputs that arrive one after another, and whether it counts, given the inputs before it.
///
/// ```swift
/// for input in fixtures.sequence {
///     let isCounted = try await server.counts(input.text)
///     #expect(isCounted == input.counts, "\(input)")
/// }
/// ```
///
/// ``counts`` is meant for a receiver that accepts the postback bodies of one ad network and counts each postback once.
public struct SequenceInput: FixtureInput, LabelledInput {
    /// A description of the input, unique in the sequence.
    public let name: String
    /// The input: a body as a device sends it, or something that someone else sends instead.
    public var text: String { value.line }
    /// The outcome that `aak verify --unique --accept postback --accept skadnetwork-postback --network ID` gives this input.
    public let outcome: Verdict.Outcome
    /// For a repeat, whether its signed and unsigned contents are those of the input that it repeats; nil for any other
    /// input.
    public let isSame: Bool?
    /// Whether the input counts. If it does not, a receiver must not store its identifier.
    public var counts: Bool { outcome == .valid }

    package let value: JSONValue

    fileprivate init(_ name: String, _ outcome: Verdict.Outcome, isSame: Bool? = nil, _ value: JSONValue) {
        self.name = name
        self.outcome = outcome
        self.isSame = isSame
        self.value = value
    }
}

extension Fixtures {
    /// Inputs that a receiver gets one after another: retries, changed copies, the windows of a conversion, forgeries
    /// and bare tokens that arrive before the postback that they imitate, and postbacks of another network.
    ///
    /// Forgeries have the identifier of a postback that comes later and counts: a receiver that remembers the
    /// identifiers of rejected inputs loses that conversion.
    public var sequence: [SequenceInput] { repeats + windows + skAdNetworkWindows + impostors + strangers + late }

    private func postback(_ name: String) -> SignedToken {
        SignedToken(.postback, self, signed(by: BrokenInputs.otherSignerKey), "sequence: " + name)
    }

    private var repeats: [SequenceInput] {
        let first = postback("first")
        let (body, value) = (first.sound, BodyField.conversionValue)
        guard case .object(let members) = body else { return [] }
        let spread = members.reversed().map { "\(JSONValue.string($0.name).text) : \($0.value.text)" }
        let other = body[value.text] == .number("63") ? "62" : "63"
        let mirrored = encoded(mirrored(first.signatureBytes))
        return [
            SequenceInput("a postback", .valid, body),
            SequenceInput("a retry: the same bytes again", .repeated, isSame: true, body),
            SequenceInput(
                "the same members in a different order, with spaces", .repeated, isSame: true,
                .string("{ \(spread.joined(separator: ", ")) }")),
            SequenceInput(
                "the same token under the other of its two signatures, which anyone can compute", .repeated,
                isSame: true, first.input(first.with(signature: mirrored))),
            SequenceInput(
                "a copy with a different conversion value", .repeated, isSame: false,
                body.setting(value.text, .number(other))),
            SequenceInput("a copy without a conversion value", .repeated, isSame: false, body.setting(value.text, nil)),
        ]
    }

    /// Returns the other valid signature of the same text by the same key, in which s is replaced by n - s.
    private func mirrored(_ signature: [UInt8]) -> [UInt8] {
        var borrow = 0
        let digits = zip(ECDSASignature.order, signature.suffix(32)).reversed().map { order, digit -> UInt8 in
            let difference = Int(order) - Int(digit) - borrow
            borrow = difference < 0 ? 1 : 0
            return UInt8(truncatingIfNeeded: difference)
        }
        return signature.prefix(32) + digits.reversed()
    }

    /// The postbacks of one conversion, each with an identifier of its own.
    private var windows: [SequenceInput] {
        func window(_ window: ConversionWindow) -> JSONValue {
            // The windows share everything but their identifiers.
            var request = values(of: "sequence: conversion").postbackRequest
            let own = values(of: "sequence: window \(window.rawValue + 1)").postbackRequest
            request.identifier = own.identifier
            request.window = window
            if !window.isFirst { (request.fine, request.coarse) = (nil, .low) }
            return body(request.build())
        }
        return [
            SequenceInput("the first window of a conversion", .valid, window(.first)),
            SequenceInput("its third window, which overtook the second", .valid, window(.third)),
            SequenceInput("its second window", .valid, window(.second)),
            SequenceInput("a retry of the third window", .repeated, isSame: true, window(.third)),
        ]
    }

    /// The postbacks of one conversion of SKAdNetwork, which share their identifier.
    private var skAdNetworkWindows: [SequenceInput] {
        func window(_ window: ConversionWindow) -> JSONValue {
            let values = values(of: "sequence: SKAdNetwork")
            var request = values.skAdNetworkRequest(.four)
            request.window = window
            if !window.isFirst { (request.fine, request.coarse) = (nil, .low) }
            return values.body(request)
        }
        return [
            SequenceInput("the first window of a conversion of SKAdNetwork", .valid, window(.first)),
            SequenceInput("its second window, with the same transaction-id", .valid, window(.second)),
            SequenceInput("its third window, with the same transaction-id", .valid, window(.third)),
            SequenceInput("a retry of its second window", .repeated, isSame: true, window(.second)),
        ]
    }

    /// Invalid inputs with the identifier of a postback that arrives later. They must not make that postback a repeat.
    private var impostors: [SequenceInput] {
        let watched = postback("watched")
        let text = watched.sound.text
        let header = JWSHeader.text(keyID: "apple-cas-identifier/7", isPostback: true)
        let changed = watched.payloadValue.setting(PostbackField.advertisedItemIdentifier.text, .number("1"))
        return [
            SequenceInput("the bare token of a postback, before its body", .notOurs, .string(watched.compact)),
            SequenceInput(
                "half of that body, where the connection was lost", .malformed,
                .string(String(text.prefix(text.count / 2)))),
            SequenceInput(
                "that body with a different app under the old signature", .invalid,
                watched.input(watched.with(payload: encoded(changed.text)))),
            SequenceInput(
                "that body, signed by a different key under the same kid", .invalid,
                watched.input(watched.otherSigner.compact)),
            SequenceInput(
                "that body, signed by a different key under a kid that Apple never published", .unknownKey,
                watched.input(watched.otherSigner.signed(header: header))),
            SequenceInput("that body at last", .valid, watched.sound),
            SequenceInput("its bare token again", .notOurs, .string(watched.compact)),
        ]
    }

    private var strangers: [SequenceInput] {
        var request = values(of: "sequence: stranger").postbackRequest
        request.adNetworkIdentifier = AdNetworkIdentifier(unchecked: "another-" + network.description)
        let impression = values(of: "sequence: impression").impressionPayload
        return [
            SequenceInput("another network's postback", .notOurs, body(request.build())),
            SequenceInput("an impression of the network itself", .notOurs, .string(token(payload: impression))),
        ]
    }

    private var late: [SequenceInput] {
        [
            SequenceInput("another postback", .valid, postback("last").sound),
            SequenceInput(
                "a retry of the very first, after all the others", .repeated, isSame: true, postback("first").sound),
        ]
    }
}
