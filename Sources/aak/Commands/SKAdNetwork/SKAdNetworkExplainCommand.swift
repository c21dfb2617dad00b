import AttributionCommandModel
import AttributionModel

enum SKAdNetworkExplainCommand {
    static let command = Command(
        name: "explain",
        summary: "show the text that is signed, and why a signature is invalid",
        discussion: """
            For a postback or a signed ad, shows each value in the order of its version, the text made from them, its
            bytes, and whether the signature is valid. An ad may use the names of Apple's articles, of the parameters of
            a product page, of the properties of SKAdImpression, of the answer for a web ad, or of OpenRTB's skadn.

            If the signature is invalid, one known mistake after another is tried until one accounts for it: cause names
            that mistake, and difference says what differs from the right text. A value that was changed after signing
            has a difference but no cause. If nothing fits, the member tried has the number of texts that were tried. Each input
            gets at most \(SearchBudget.textsOfAd), however many keys there are; cut-short is true if that was not enough to
            try all mistakes.

            Postbacks are checked with Apple's keys. For ads, and for test postbacks, give the network's public key with
            --key; a JWK with a kid is used only for the network with that ID. A private key works too. Without the key
            that signed, no mistake can be found, since for any text there is some key with which the signature would be
            valid.
            """,
        operand: Operand("JSON", summary: "a postback, or a signed ad", isRepeating: true),
        options: [
            TrustOptions.keys.worded("also check with the public keys in FILE", placeholder: "FILE", group: "Keys"),
            KeyFiles.passwordFile,
        ] + CommonOptions.output + LineOptions.streaming + CommonOptions.diagnostics,
        sections: [
            CommonOptions.exitStatus,
            Section("Causes", .items(SignatureMistake.Cause.ofSKAdNetwork.map { .init($0.rawValue, $0.words) })),
        ],
        examples: [
            "Find out why a postback is invalid": "aak skan explain --input skan-postback.json",
            "Find out why an ad is not accepted": "aak skan explain --key acme.public.pem --input skan-ad.json",
        ])

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        var trusted = TrustedKeys(.all)
        try trusted.add(invocation[TrustOptions.keys], invocation, console)
        let keys = SKAdNetworkKeys(trusted)
        return try LineCommand(invocation, console).run { ExplanationWriter($0, keys) }.status
    }
}
