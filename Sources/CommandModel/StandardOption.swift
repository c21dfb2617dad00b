/// The options that every command has without declaring them.
enum StandardOption: String, CaseIterable {
    case shortHelp = "-h"
    case fullHelp = "--help"
    case version = "--version"

    var summary: String {
        switch self {
        case .shortHelp: "show short help"
        case .fullHelp: "show full help"
        case .version: "show the version"
        }
    }

    /// The ones listed for a command: `--version` works everywhere but is listed for the root only.
    static func listed(for path: CommandPath) -> [StandardOption] {
        path.isRoot ? allCases : [.shortHelp, .fullHelp]
    }
}
