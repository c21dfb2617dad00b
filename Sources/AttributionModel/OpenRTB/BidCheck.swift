import AttributionBase

/// The result of checking one bid object.
public struct BidReport: Sendable {
    /// The location of the object in the response.
    public let path: String
    /// The impression that the bid is for, according to its `impid`.
    public let impressionID: String?
    /// The framework of the object.
    public let framework: Framework
    /// The faults in the object, by itself and compared with the request.
    public let findings: Findings
    /// The errors in the offer that the object answers, with their paths in the request. If the request is faulty,
    /// there is no way to know whether the bid is right.
    public let requestErrors: Findings
    /// The reason for loss that an exchange would report; nil if the object has no error.
    public let lossReason: LossReason?

    /// Whether there is an error in the object or in the request.
    public var hasErrors: Bool { lossReason != nil || requestErrors.hasErrors }
    package var isGood: Bool { !hasErrors }

    init(
        path: String, impressionID: String?, framework: Framework, findings: Findings, requestErrors: Findings
    ) {
        self.path = path
        self.requestErrors = requestErrors
        self.impressionID = impressionID
        self.framework = framework
        self.findings = findings
        let isStray = findings.contains { $0.rule === BidRules.impid }
        let reason = isStray ? LossReason.invalidBidResponse : framework.lossReason
        lossReason = findings.hasErrors ? reason : nil
    }

    /// The problem of a bid whose only errors are those of the request.
    package var requestProblem: Problem {
        let first = requestErrors.first
        // The faults of the request itself were already reported.
        let place = first.map { " at \(quoted($0.field))" } ?? ""
        return Problem.sentence("the request is faulty\(place)", found: first?.found, wanted: first?.wanted)
            .at(path, breaking: first?.rule)
    }

    /// Returns the path of the object that contains a finding's field: the bid object or the bid that it extends.
    package func place(of finding: Finding) -> String {
        finding.rule === BidRules.impid ? String(path.dropLast(".ext.\(framework.extensionName)".count)) : path
    }
}

/// Checks the bids of responses against a request.
///
/// ```swift
/// let request = try BidRequest(parsing: requestText)
/// let check = BidCheck(request: request, keys: keys)
/// for report in try check.reports(on: responseText, now: now) where report.hasErrors {
///     print(report.path, report.findings)
/// }
/// ```
public struct BidCheck: Sendable {
    /// The request, which a caller replaces if each response has its own.
    package var request: BidRequest
    /// The networks' public keys; nil if signatures are not checked.
    private let keys: SKAdNetworkKeys?
    /// The common list, which is needed to evaluate `skadnetlist.max`.
    private let networks: NetworkList?
    /// The number of texts to try for each response when searching for mistakes in signatures.
    private let mostTexts: Int

    /// Creates a check against a request.
    ///
    /// - Parameters:
    ///   - request: The request to which the responses belong.
    ///   - keys: The networks' public keys; the key of a token is found by its `kid`. If nil, no signature is checked.
    ///   - networks: The common list, which `skadnetlist.max` refers to.
    public init(request: BidRequest, keys: TrustedKeys?, networks: NetworkList? = nil) {
        self.init(request: request, keys: keys, networks: networks, mostTexts: SearchBudget.texts)
    }

    /// - Parameter mostTexts: The number of texts to try when searching for mistakes, which is slow.
    package init(request: BidRequest, keys: TrustedKeys?, networks: NetworkList?, mostTexts: Int) {
        self.request = request
        self.keys = keys.map { SKAdNetworkKeys($0) }
        self.networks = networks
        self.mostTexts = mostTexts
    }

    /// Returns a report on each object of each bid, in order; bids without objects are skipped. Objects outside a
    /// bid's `ext` come last; each is an error, because SDKs do not look there.
    ///
    /// - Parameters:
    ///   - response: The bidder's response.
    ///   - now: The time after which a timestamp is in the future.
    /// - Throws: an error if signatures are to be checked and libcrypto lacks an algorithm.
    public func reports(on response: BidResponse, now: Timestamp) throws(Problem) -> [BidReport] {
        if keys != nil { try LibCrypto.demand() }
        var budget = SearchBudget(mostTexts)
        let found = response.document.withView { root in
            response.bids.flatMap { path, place in
                let bid = root.value(at: place)
                return Framework.allCases.compactMap { framework in
                    bid.extensionObject(of: framework).map {
                        report(on: $0, of: framework, in: bid, path, now, &budget)
                    }
                } + (bid.misnamedObject.map { [report(on: $0, in: bid, path)] } ?? [])
            }
        }
        return found
            + response.misplaced.map { object in
                let finding = Finding(
                    BidRules.objectPlace, field: "\(object.framework.extensionName)", found: "present",
                    wanted: "at seatbid[].bid[].ext")
                return BidReport(
                    path: object.path, impressionID: nil, framework: object.framework, findings: Findings(finding),
                    requestErrors: Findings())
            }
    }

    /// Returns a report on an object with a name that SDKs do not look for.
    private func report(on object: MisnamedObject, in bid: JSONView, _ path: String) -> BidReport {
        BidReport(
            path: path + ".ext." + pathPart(object.name), impressionID: bid.member("impid")?.text,
            framework: object.framework, findings: Findings(object.finding), requestErrors: Findings())
    }

    private func report(
        on object: JSONView, of framework: Framework, in bid: JSONView, _ path: String, _ now: Timestamp,
        _ budget: inout SearchBudget
    ) -> BidReport {
        let impid = bid.member("impid")
        let impression = impid?.text.flatMap { request.impression($0) }
        let offer = impression?.objects[framework]?.stated
        var notes = BidExaminer(
            object: object, budget: budget, offer: offer, bundle: request.bundle, system: request.system,
            bidBundle: StatedText(bid.member("bundle")), networks: networks, proof: (now, keys))
        if impression == nil {
            let meant = impid.flatMap { $0.kind == .string ? nil : request.impression($0.raw.text) }
            notes.add(
                BidRules.impid, found: impid?.shortened ?? "missing",
                wanted: meant.map { "\($0.impressionID.excerpt), in quotes as the imp's id" },
                hint: meant == nil ? nil : "write the number in quotes")
        }
        let requestErrors = request.errors(of: framework, in: impression)
        // An object in another place of the imp is a fault of the request.
        if impression != nil, offer == nil, !requestErrors.contains(where: { $0.rule === BidRules.objectPlace }) {
            notes.add(
                BidRules.offered, field: "\(framework.extensionName)", found: "present",
                wanted: "absent: the imp has no ext.\(framework.extensionName)",
                .then(", but the imp has no ext.\(framework.extensionName)"))
        }
        notes.checkBid(of: framework)
        budget = notes.budget
        return BidReport(
            path: "\(path).ext.\(framework.extensionName)", impressionID: impid?.text, framework: framework,
            findings: notes.findings, requestErrors: requestErrors)
    }
}

extension BidCheck {
    /// Returns a report on each object of each bid of a response, in order; none if the response declares that there
    /// is no bid.
    ///
    /// - Parameters:
    ///   - text: One JSON document in UTF-8.
    ///   - now: The time after which a timestamp is in the future.
    public func reports(on text: some Collection<UInt8>, now: Timestamp) throws(Problem) -> [BidReport] {
        try JSONDocument(parsing: text, orThrow: Problem.notJSON).withView { root throws(Problem) in
            try reports(on: root, now: now)
        }
    }

    package func reports(on document: JSONView, now: Timestamp) throws(Problem) -> [BidReport] {
        let response = try BidResponse(plain: .plain(document))
        let reports = try reports(on: response, now: now)
        guard !reports.isEmpty || response.isNoBid else {
            throw .sentence(
                "no bid has ext.skadn or ext.adattributionkit; at least one bid must have one",
                found: "ext.skadn or ext.adattributionkit", wanted: "one that has"
            )
            .breaking(BidRules.noObject)
        }
        return reports
    }
}

extension BidReport {
    /// The report as an object with `path`, `impid`, `ok`, `loss-reason` if there is one, and `findings`.
    public var json: JSONValue { Self.record.json(self) }

    package static let record = Record<BidReport>(
        .init("path", "The path of the bid's object in the response.") { .string($0.path) },
        .init("impid", "The ID of the impression in the request that the bid is for.") {
            $0.impressionID.map { .string($0) }
        },
        .init("ok", "True if no finding about the object is an error.") { .bool($0.isGood) },
        .init("loss-reason", "The loss reason that an exchange would give, by OpenRTB's list: 3, 214 or 216.") {
            $0.lossReason.map { .number(String($0.rawValue)) }
        },
        .init("findings", "What is wrong with the object, one object for each finding.") { report in
            .array((report.findings.list + report.requestErrors.list).map { $0.json(namesPlatformError: false) })
        },
        .init(FindingMember.more) {
            $0.findings.more > 0 ? .number(String($0.findings.more)) : nil
        })
}
