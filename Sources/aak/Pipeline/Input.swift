/// The inputs of a command, in the order they were named.
enum Input: Equatable, Sendable {
    /// Arguments that are texts, each an input of its own; the first of them is the argument of this number, from 1.
    case arguments([[UInt8]], first: Int)
    case file(String)
    case standardInput
    /// The numbers from 1 to N, a line each, for commands that make something of nothing.
    case numbers(Int)

    /// The input's name in messages.
    var name: String {
        switch self {
        case .arguments: "<argument>"
        case .file(let path): path
        case .standardInput: "<stdin>"
        case .numbers: "<fixtures>"
        }
    }
}
