import AttributionBase

/// Replacements of parts of a text. All bytes between them stay as they are.
struct TextEdits {
    private var edits: [(range: Range<Int>, bytes: [UInt8])] = []

    var isEmpty: Bool { edits.isEmpty }

    /// Ranges must not overlap, and must be added in ascending order.
    mutating func replace(_ range: Range<Int>, by bytes: some Sequence<UInt8>) { edits.append((range, Array(bytes))) }
    mutating func replace(_ view: JSONView, by text: String) { replace(view.start..<view.end, by: text.utf8) }
    mutating func remove(_ range: Range<Int>) { edits.append((range, [])) }

    func applied(to text: ByteView) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var end = 0
        for (range, bytes) in edits {
            result += text.part(end..<range.lowerBound)
            result += bytes
            end = range.upperBound
        }
        return result + text.part(end..<text.count)
    }
}

/// What becomes of a member of an object.
enum MemberEdit {
    case rename(String)
    /// JSON text.
    case replace(String)
    case omit
}

extension JSONView {
    /// Returns the text of an object, which nothing comes before, with its members edited; nil if no member is edited.
    ///
    /// - Parameters:
    ///   - added: JSON text of members to add at the end, each with its name.
    ///   - edit: Returns what becomes of a member; nil if it stays.
    func edited(adding added: [String] = [], _ edit: (Member) -> MemberEdit?) -> [UInt8]? {
        assert(start == 0, "the offsets of members are those in the text of the object")
        var edits = TextEdits()
        /// The end of the member before, the beginning of omitted members that have no member before them, and whether one is kept.
        var (end, leading, isKept) = (start + 1, Int?.none, false)
        for member in members {
            let change = edit(member)
            if case .omit? = change {
                if isKept {
                    edits.remove(end..<member.value.end)
                } else if leading == nil {
                    leading = member.name.start
                }
                end = member.value.end
                continue
            }
            if let start = leading {
                edits.remove(start..<member.name.start)
                leading = nil
            }
            switch change {
            case .rename(let name)?: edits.replace(member.name, by: JSONValue.string(name).text)
            case .replace(let value)?: edits.replace(member.value, by: value)
            case .omit?, nil: break
            }
            (end, isKept) = (member.value.end, true)
        }
        if let leading { edits.remove(leading..<end) }
        if !added.isEmpty { edits.replace(end..<end, by: ((isKept ? "," : "") + added.joined(separator: ",")).utf8) }
        return edits.isEmpty ? nil : edits.applied(to: raw)
    }
}
