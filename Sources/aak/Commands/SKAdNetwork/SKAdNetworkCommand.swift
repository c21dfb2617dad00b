import AttributionCommandModel

enum SKAdNetworkCommand {
    static let command = Command(
        name: "skan",
        summary: "sign SKAdNetwork ads, or find out why a signature is invalid",
        discussion: """
            A SKAdNetwork signature covers a text: values separated by U+2063 INVISIBLE SEPARATOR, in an order that
            depends on the version. SKAdNetwork postbacks are verified, validated and decoded by the same commands as
            AdAttributionKit postbacks.
            """,
        subcommands: [SKAdNetworkSignCommand.command, SKAdNetworkExplainCommand.command],
        sections: [CommonOptions.exitStatus],
        examples: [
            "Sign an ad for a product page with the example key": "aak skan sign -a 1108187390 -p 0 -s 5239",
            "Find out why a postback is invalid": "aak skan explain skan-postback.json",
        ])

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        switch invocation.path.names.last {
        case SKAdNetworkSignCommand.command.name: try SKAdNetworkSignCommand.run(invocation, console)
        case SKAdNetworkExplainCommand.command.name: try SKAdNetworkExplainCommand.run(invocation, console)
        default: .trouble
        }
    }
}
