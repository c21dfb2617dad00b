/// A value that the postbacks of a group have in common.
package enum GroupValue: Hashable, Sendable {
    /// The postbacks lack the field, or its value is unknown.
    case none
    case bool(Bool)
    case integer(UInt64)
    /// The place in the field's dimension.
    case place(Int)
    /// A text, by its index among those that were counted.
    case text(Int)
    /// Any other JSON value, by its index among those that were counted.
    case json(Int)
    /// A campaign, by its index in the list.
    case campaign(Int)
    /// The possible campaigns, if there are several.
    case shared(Int)

    static func number(_ number: Int) -> GroupValue { .integer(UInt64(clamping: number)) }

    /// The part of the value that is hashed. The few values that share it are distinguished by comparing them.
    var bits: UInt64 {
        switch self {
        case .none: 0
        case .bool(let truth): truth ? 1 : 2
        case .integer(let number): number
        case .place(let index), .text(let index), .json(let index), .campaign(let index), .shared(let index):
            UInt64(truncatingIfNeeded: index)
        }
    }
}
