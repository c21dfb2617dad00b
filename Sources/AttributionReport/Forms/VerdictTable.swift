import AttributionBase
import AttributionInspection
import AttributionModel

/// Writes verdicts as rows with the same columns for both frameworks, and reuses its memory. Each thread needs its own.
///
/// Anyone can change unsigned values, so a column has only values of its type, and is empty otherwise.
package struct VerdictTable: ~Copyable {
    package static let columns = VerdictColumn.allCases.map(\.name)

    private var row: SeparatedValues
    private let kept: [MemberPath]
    private var walker = MemberWalker()
    private var index = JSONIndex()
    private var unsignedIndex = JSONIndex()
    private var postback = PostbackMembers()
    private var scratch = ByteBuffer(capacity: 64)
    /// Whether U+0000 was left out of a text of any row.
    package var leftOutNull: Bool { row.leftOutNull }

    /// - Parameter paths: the members around an input that have columns of their own.
    package init(_ form: SeparatedValues.Form, keeping paths: [String]) {
        row = SeparatedValues(form)
        kept = paths.map { MemberPath($0) }
    }

    package mutating func appendHeader(to output: inout ByteBuffer) {
        for name in Self.columns { row.append(text: name, to: &output) }
        for path in kept { row.append(text: ResultMember.logPrefix + path.text, to: &output) }
        row.endRow(to: &output)
    }

    /// Appends the row of an entry.
    ///
    /// - Parameter log: the members that were kept of the line, as JSON text.
    package mutating func append(
        _ entry: InspectionBatch.Entry, _ signed: SignedContent<ByteView>?, file: String, line: Int, log: ByteView?,
        to output: inout ByteBuffer
    ) {
        begin(file, line, entry.outcome, entry.rule, to: &output)
        append(word: entry.isSKAdNetwork.map { $0 ? "skadnetwork" : "adattributionkit" }, to: &output)
        row.append(text: entry.version?.rawValue, to: &output)
        if let signed {
            row.append(text: signed.kind.rawValue, to: &output)
            row.append(text: signed.environment.rawValue, to: &output)
            if let form = entry.adForm {
                appendAd(signed, form, to: &output)
            } else {
                appendMessage(signed, isSKAdNetwork: entry.isSKAdNetwork == true, to: &output)
            }
        } else {
            // The columns from "kind" on.
            appendNothing(Self.columns.count - 6, to: &output)
        }
        end(log, to: &output)
    }

    package mutating func append(
        malformed rule: Rule?, file: String, line: Int, log: ByteView?, to output: inout ByteBuffer
    ) {
        begin(file, line, .malformed, rule, to: &output)
        appendNothing(Self.columns.count - 4, to: &output)
        end(log, to: &output)
    }

    // MARK: - Parts of a row

    private mutating func begin(
        _ file: String, _ line: Int, _ outcome: Verdict.Outcome, _ rule: Rule?, to output: inout ByteBuffer
    ) {
        row.append(text: file, to: &output)
        row.append(count: line, to: &output)
        row.append(text: outcome.rawValue, to: &output)
        row.append(text: rule?.id, to: &output)
    }

    private mutating func end(_ log: ByteView?, to output: inout ByteBuffer) {
        if !kept.isEmpty { appendKept(log, to: &output) }
        row.endRow(to: &output)
    }

    private mutating func appendKept(_ log: ByteView?, to output: inout ByteBuffer) {
        guard let log, let root = try? unsafe index.read(log) else {
            return appendNothing(kept.count, to: &output)
        }
        var lookup = MemberLookup(in: root, names: kept.count)
        for path in kept { append((try? walker.find(path, by: &lookup)) ?? nil, to: &output) }
    }

    /// Appends a postback or an impression, from "network" on.
    private mutating func appendMessage(
        _ message: SignedContent<ByteView>, isSKAdNetwork: Bool, to output: inout ByteBuffer
    ) {
        guard let signed = try? unsafe index.read(message.payload) else {
            return appendNothing(Self.columns.count - 8, to: &output)
        }
        let unsigned = message.unsigned.flatMap { try? unsafe unsignedIndex.read($0) }
        if isSKAdNetwork {
            postback.read(
                skAdNetwork: signed, unsigned: unsigned, version: signed.member(SignedField.version.name))
        } else {
            postback.read(payload: signed, body: unsigned)
        }
        append(postback[.network], to: &output)
        append(postback[.advertisedItem], to: &output)
        append(message.repeatKey, to: &output)
        append(postback[.source] ?? postback[.campaign], to: &output)
        append(number: postback[.index], upTo: 2, to: &output)
        if isSKAdNetwork {
            let redownload = postback[.redownload]?.truth
            append(word: redownload.map { $0 ? "redownload" : "download" }, to: &output)
        } else {
            append(postback[.conversionType], to: &output)
        }
        append(word: postback[.didWin]?.truth.map { $0 ? "true" : "false" }, to: &output)
        append(number: postback[.fine], upTo: 63, to: &output)
        append(claim: postback[.coarse], to: &output)
        if isSKAdNetwork {
            append(fidelity: postback[.fidelity], to: &output)
        } else {
            append(claim: postback[.interaction], to: &output)
        }
        append(claim: postback[.country], to: &output)
        append(postback.publisher, to: &output)
        append(postback[.marketplace], to: &output)
    }

    /// Appends a signed ad, from "network" on. These are the fields of a postback that are known when the ad is shown.
    private mutating func appendAd(_ ad: SignedContent<ByteView>, _ form: AdForm, to output: inout ByteBuffer) {
        let root = try? unsafe index.read(ad.payload)
        func value(_ field: SignedField) -> JSONView? { form.name(of: field).flatMap { root?.member($0) } }
        append(value(.adNetworkID), to: &output)
        append(value(.itunesItemID), to: &output)
        append(ad.repeatKey, to: &output)
        append(value(.sourceIdentifier) ?? value(.campaignID), to: &output)
        // From "sequence_index" to "coarse".
        appendNothing(5, to: &output)
        append(fidelity: value(.fidelityType), to: &output)
        appendNothing(1, to: &output)
        append(value(.sourceAppID) ?? value(.sourceDomain), to: &output)
        appendNothing(1, to: &output)
    }

    // MARK: - Cells

    private mutating func appendNothing(_ count: Int, to output: inout ByteBuffer) {
        for _ in 0..<count { row.appendNothing(to: &output) }
    }

    private mutating func append(word: StaticString?, to output: inout ByteBuffer) {
        row.appendNothing(to: &output)
        if let word { output.append(word) }
    }

    private mutating func append(_ key: RepeatKey?, to output: inout ByteBuffer) {
        guard let key else { return row.appendNothing(to: &output) }
        scratch.removeAll()
        key.identity.append(to: &scratch)
        unsafe row.append(scratch.bytes, to: &output)
    }

    private mutating func append(number: JSONView?, upTo most: UInt64, to output: inout ByteBuffer) {
        guard let number = number?.unsignedInteger, number <= most else { return row.appendNothing(to: &output) }
        row.append(count: Int(number), to: &output)
    }

    /// Appends an unsigned value if it is a string; otherwise leaves the cell empty.
    private mutating func append(claim: JSONView?, to output: inout ByteBuffer) {
        append(claim?.kind == .string ? claim : nil, to: &output)
    }

    /// An ad that StoreKit renders, and a web ad, counts as clicked.
    private mutating func append(fidelity: JSONView?, to output: inout ByteBuffer) {
        let number = fidelity.flatMap { $0.kind == .string ? UInt64($0.string) : $0.unsignedInteger }
        append(word: number == 1 ? "click" : number == 0 ? "view" : nil, to: &output)
    }

    /// Appends a string without quotes, and any other value as JSON.
    private mutating func append(_ value: JSONView?, to output: inout ByteBuffer) {
        guard let value, value.kind != .null else { return row.appendNothing(to: &output) }
        switch value.kind {
        case .string where !value.hasEscapes: row.append(value.content, to: &output)
        case .string:
            scratch.removeAll()
            value.appendMeaning(to: &scratch)
            unsafe row.append(scratch.bytes, to: &output)
        case .object, .array:
            scratch.removeAll()
            JSONText.appendCompact(value, to: &scratch)
            unsafe row.append(scratch.bytes, to: &output)
        default:
            row.appendNothing(to: &output)
            output.append(value.raw)
        }
    }
}
