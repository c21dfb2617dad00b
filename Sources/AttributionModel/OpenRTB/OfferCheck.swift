import AttributionBase

/// Decides which check an object gets, which depends on its framework and on whether it is in a request or a bid.
extension LocatedBidObject {
    /// Returns the faults of the object alone, without comparing it with a request or verifying signatures.
    package func findings(in document: JSONView) -> Findings {
        Self.findings(of: framework, object, isBid: isBid, bundle: .bundleOfApp(in: document))
    }

    /// Returns the same for an object that was already found.
    ///
    /// - Parameter bundle: `app.bundle` of the request that contains the object, if there is one.
    package static func findings(
        of framework: Framework, _ object: JSONView, isBid: Bool, bundle: StatedText
    ) -> Findings {
        var notes = BidExaminer(object: object, budget: SearchBudget(), bundle: isBid ? .missing : bundle)
        if isBid { notes.checkBid(of: framework) } else { notes.checkOffer(of: framework) }
        return notes.findings
    }

    /// The finding about a value that is not an object; nil if it is one.
    package var typeFinding: Finding? { object.kind == .object ? nil : framework.member.typeFinding(object) }
}

extension BidExaminer {
    /// Checks the value of a framework's member in a bid. It may not be an object.
    mutating func checkBid(of framework: Framework) {
        guard object.kind == .object else { return add(framework.member.typeFinding(object)) }
        switch framework {
        case .adAttributionKit: checkAttributionBid()
        case .skAdNetwork: checkSkadnBid()
        }
    }

    /// Checks the value of a framework's member in an impression of a request, by itself. It may not be an object.
    mutating func checkOffer(of framework: Framework) {
        guard object.kind == .object else { return add(framework.member.typeFinding(object)) }
        check(object, framework.offered)
        switch framework {
        case .adAttributionKit: checkAttributionOffer()
        case .skAdNetwork: checkSkadnOffer()
        }
        check(BidName.sourceApp, of: object, framework.offered)
        if let text = object.member(BidName.sourceApp)?.text, text.isItem {
            compare(text, of: "\(BidName.sourceApp)", with: bundle, named: "app.bundle", BidRules.sourceBundle)
        }
    }

    private mutating func checkAttributionOffer() {
        check("version", of: object, .attributionRequest)
        // The other members of `ext` belong to the exchange.
        if let inner = object.member("ext") { checkMembers(of: inner, .attributionRequestExtension, prefix: "ext.") }
        checkCase(BidName.networkIDs, of: object)
    }

    private mutating func checkSkadnOffer() {
        checkVersions()
        if object.member(BidName.networkIDs) == nil, object.member(BidName.networkList) == nil {
            add(
                BidRules.missing, field: "\(BidName.networkList)", found: "missing",
                wanted: "present, or skadnetids must be",
                .then(", and so is skadnetids; one of them must be present"))
        }
        checkNetworks(BidName.networkIDs, of: object)
        guard let list = object.member(BidName.networkList), list.kind == .object else { return }
        check(list, .skadnList, prefix: "skadnetlist.")
        checkNetworks("addl", of: list, prefix: "skadnetlist.")
        // What no rule about members finds, such as a number of too many digits, must not leave a bid without an error either.
        if case .unreadable(let problem) = StatedOffer(object, of: .skAdNetwork).common, !hasErrors {
            add(Finding(BidRules.value, problem))
        }
    }

    private mutating func checkVersions() {
        guard let versions = object.member("versions") else {
            if object.member("version") != nil { return check("version", of: object, .skadnRequest) }
            return add(
                BidRules.missing, field: "versions", found: "missing", wanted: "the versions that the request supports")
        }
        if object.member("version") != nil {
            add(BidRules.deprecated, field: "version", found: "present together with \"versions\"")
        }
        if versions.kind == .array, versions.elements.isEmpty {
            add(BidRules.value, field: "versions", found: "empty", wanted: "at least one version", .have)
        }
        let member = BidShape.skadnRequest["version"]
        for (index, version) in versions.elements.enumerated() {
            if let finding = member.valueFinding(version) { add(finding.moved(to: "versions[\(index)]")) }
        }
    }

    private mutating func checkCase(_ name: StaticString, of object: JSONView, prefix: String = "") {
        for network in object.member(name)?.strings ?? [] {
            if network.hasCapitalLetter { add(BidRules.requestCase, field: "\(prefix)\(name)", found: network.excerpt) }
            if network.contains(where: \.isWhitespace) {
                add(
                    BidRules.value, field: "\(prefix)\(name)", found: network.excerpt,
                    wanted: "an ad network's ID without white space", hint: AdNetworkIdentifier.look(of: network))
            }
        }
    }

    /// Checks the networks of SKAdNetwork. For AdAttributionKit, the extension gives no advice on their number.
    private mutating func checkNetworks(_ name: StaticString, of object: JSONView, prefix: String = "") {
        checkCase(name, of: object, prefix: prefix)
        let count = object.member(name)?.strings.count ?? 0
        if count > 10 { add(BidRules.networkCount, field: "\(prefix)\(name)", found: "\(count) network IDs") }
    }
}
