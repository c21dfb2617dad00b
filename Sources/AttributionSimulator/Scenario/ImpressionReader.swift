import AttributionBase
import AttributionSchema

/// Reads an impression's token and checks its signature. It is supplied by the caller, which has the keys.
package typealias TokenJudge = @Sendable (_ token: String) -> AdImpression

/// Reads the impressions of events, most of which occur more than once.
struct ImpressionReader {
    private let judge: TokenJudge
    private let readsTemplates: Bool
    private var tokens: [String: AdImpression] = [:]
    /// The objects read most recently, with their text.
    private var recent: [(text: [UInt8], impression: AdImpression)] = []
    private var nextRecent = 0

    private static let tokenLimit = 4096
    private static let recentLimit = 4

    /// - Parameter readsTemplates: whether objects may lack an identifier, because each use gives them a new one.
    init(_ judge: @escaping TokenJudge, readsTemplates: Bool = false) {
        self.judge = judge
        self.readsTemplates = readsTemplates
    }

    mutating func read(_ view: JSONView, _ reader: inout DocumentReader) -> AdImpression? {
        switch view.kind {
        case .string:
            let token = view.string
            if let known = tokens[token] { return known }
            let impression = judge(token)
            if tokens.count >= Self.tokenLimit { tokens.removeAll(keepingCapacity: true) }
            tokens[token] = impression
            return impression
        case .object:
            for known in recent where view.raw.elementsEqual(known.text) { return known.impression }
            let impression =
                view.member("skadnetwork").map { Self.readSKAdNetwork(view, $0, isTemplate: readsTemplates, &reader) }
                ?? Self.readFields(view, isTemplate: readsTemplates, &reader)
            guard let impression else { return nil }
            let entry = (text: [UInt8](view.raw), impression: impression)
            if recent.count < Self.recentLimit {
                recent.append(entry)
            } else {
                recent[nextRecent] = entry
                nextRecent = (nextRecent + 1) % Self.recentLimit
            }
            return impression
        default:
            reader.reportValue(view, wanted: "a compact JWS, or an object with an impression's fields")
            return nil
        }
    }

    // MARK: - Forms

    static let wanted = "a compact JWS, or an impression's fields"
    static let words = ImpressionDraft.words

    private static func readFields(
        _ view: JSONView, isTemplate: Bool, _ reader: inout DocumentReader
    ) -> AdImpression? {
        let before = reader.faults.count
        let draft = (isTemplate ? ImpressionDraft.template : ImpressionDraft.whole).read(view, &reader)
        return reader.faults.count == before ? draft?.impression : nil
    }

    private static func readSKAdNetwork(
        _ outer: JSONView, _ view: JSONView, isTemplate: Bool, _ reader: inout DocumentReader
    ) -> AdImpression? {
        let before = reader.faults.count
        for member in outer.members where !member.name.isString("skadnetwork") {
            reader.reportUnknown(member.name.string, known: ["skadnetwork"])
        }
        let draft = reader.inside(.key("skadnetwork")) { ImpressionDraft.readSigned(view, isTemplate: isTemplate, &$0) }
        return reader.faults.count == before ? draft?.impression : nil
    }
}

extension ByteView {
    fileprivate func elementsEqual(_ bytes: [UInt8]) -> Bool {
        unsafe count == bytes.count && bytes.withBytes { elementsEqual($0) }
    }
}
