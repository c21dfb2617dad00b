import AdAttribution
import AttributionCommandModel

/// `aak skan sign`: makes signed ads of SKAdNetwork.
enum SKAdNetworkSignCommand {
    static let command = Command(
        name: "sign",
        summary: "sign ads of SKAdNetwork",
        discussion: """
            Signs either one ad, whose values are options, or a stream of ads, one JSON object per line by the names
            of Apple's articles (ad-network-id, itunes-item-id, …), where options fill in what a line lacks. With the
            advertised item, the source app or domain and the campaign all given as options, and no file, nothing is
            read.

            What is missing is filled in: version with that of its option, fidelity-type, nonce with a fresh UUID,
            timestamp with the current time, ad-network-id from its option. A nonce in capitals is refused, never
            changed.

            The format storekit gives what the system takes: for fidelity type 1 the parameters of a product page, for 0
            the properties of SKAdImpression, and for a web ad the answer that the device fetches. json gives the names
            of Apple's articles with the attribution-signature, openrtb a bid's ext object.

            \(SigningOptions.signerDiscussion)
            """,
        operand: Operand("AD", summary: "an ad's values as JSON", isRepeating: true),
        options: AdSigningOptions.all,
        sections: [CommonOptions.exitStatus, SigningOptions.environment],
        examples: [
            "Sign an ad for a product page with the example key": "aak skan sign -a 1108187390 -p 0 -s 5239",
            "Sign for both fidelity types, as a bid carries them":
                "aak skan sign --fidelity both --format openrtb -a 1108187390 -p 0 -s 5239",
            "Sign a web ad": "aak skan sign --source-domain example.com -a 1108187390 -s 5239",
        ])

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        let job = try AdSigningJob(invocation)
        return try job.run.sign(
            invocation, console, absent: job.template.absentFields.map(\.description),
            hasFields: job.template.hasOwnValues
        ) { AdSigner($0, job, $1) }
    }
}
