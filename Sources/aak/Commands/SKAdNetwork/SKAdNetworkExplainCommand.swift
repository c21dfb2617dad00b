import AttributionCommandModel
import AttributionModel

/// `aak skan explain`: shows what a signature is of, and names the mistake with which one holds that should not.
enum SKAdNetworkExplainCommand {
    static let command = Command(
        name: "explain",
        summary: "show the text that is signed, and why a signature does not hold",
        discussion: """
            Shows, for a postback or a signed ad, each value in the order of its version, the text that they make, its
            bytes, and whether the signature holds. An ad may use the names of Apple's articles, of the parameters of
            a product page, of the properties of SKAdImpression, of the answer for a web ad, or of OpenRTB's skadn.

            Where it does not hold, mistake after mistake is tried until it does: cause names the first that fits, and
            difference says what differs from the right text. A value that was changed after signing has a difference
            and no cause. Where nothing fits, tried is the number of texts that were tried. Each input has
            \(SearchBudget.textsOfAd) of them, however many keys there are: where they were used up before all known
            mistakes were tried, cut-short is true.

            Postbacks are checked with Apple's keys. For ads, and for test postbacks, give the network's public key by
            --key, where a JWK with a kid is only for the network of that ID. A private key works too. Without the key
            that signed, no mistake can be named: for any text there are keys with which a signature holds, so that
            texts cannot be distinguished.
            """,
        operand: Operand("JSON", summary: "a postback, or a signed ad", isRepeating: true),
        options: [
            TrustOptions.keys.worded("check with the public keys in FILE too", placeholder: "FILE", group: "Keys"),
            KeyFiles.passwordFile,
        ] + CommonOptions.output + LineOptions.streaming + CommonOptions.diagnostics,
        sections: [
            CommonOptions.exitStatus,
            Section("Causes", .items(SignatureMistake.Cause.ofSKAdNetwork.map { .init($0.rawValue, $0.words) })),
        ],
        examples: [
            "Why a postback does not hold": "aak skan explain --input skan-postback.json",
            "Why an ad is not accepted": "aak skan explain --key acme.public.pem --input skan-ad.json",
        ])

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        var trusted = TrustedKeys(.all)
        try trusted.add(invocation[TrustOptions.keys], invocation, console)
        let keys = SKAdNetworkKeys(trusted)
        return try LineCommand(invocation, console).run { ExplanationWriter($0, keys) }.status
    }
}
