import AttributionBase

/// The offers of a bid request, by impression.
public struct BidRequest: Sendable {
    /// What an impression offers to bidders.
    public struct Offer: Equatable, Sendable {
        /// The `id` of the impression, which a bid repeats as its `impid`.
        public let impressionID: String
        /// Where the impression is in the request, such as `imp[0]`.
        let path: String
        let objects: [Framework: Object]

        struct Object: Equatable, Sendable {
            /// The values of the offer that bids are compared with.
            let stated: StatedOffer
            fileprivate let offer: Result<BidOffer, Problem>

            fileprivate init(_ object: JSONView, of framework: Framework) {
                let stated = StatedOffer(object, of: framework)
                self.stated = stated
                offer = Result { () throws(Problem) in try BidOffer(object, stated, of: framework) }
            }
        }

        /// What the impression offers for AdAttributionKit; nil if nothing.
        ///
        /// - Throws: What is wrong with an offer for which no bid is possible, with its path in the request.
        public var adAttributionKit: BidOffer? { get throws(Problem) { try read(.adAttributionKit) } }

        /// What the impression offers for SKAdNetwork; nil if nothing.
        ///
        /// - Throws: What is wrong with an offer for which no bid is possible, with its path in the request.
        public var skAdNetwork: BidOffer? { get throws(Problem) { try read(.skAdNetwork) } }

        private func read(_ framework: Framework) throws(Problem) -> BidOffer? {
            do throws(Problem) {
                return try objects[framework]?.offer.get()
            } catch {
                throw error.inside("\(path).ext.\(framework.extensionName)")
            }
        }
    }

    /// What each impression offers, in order.
    public let offers: [Offer]

    /// The impressions by the bytes of their IDs; if several share an ID, only the first is kept.
    private let impressions: [[UInt8]: Offer]
    /// `app.bundle`: the publisher's item ID.
    let bundle: StatedText
    /// `device.osv`.
    let system: StatedText
    /// The faults of the request by itself, with their paths. They are not counted against any bid.
    package let faults: [(path: String, finding: Finding)]
    /// The errors in each object of an impression, by the object's path, and the errors in what all impressions share.
    private let errors: [String: Findings]
    /// Whether the request has an error, listed or not. A bid cannot be judged right if it was compared with a faulty request.
    package let isBad: Bool

    /// Reads a request from its text. Faults in its impressions are listed in ``findings``.
    ///
    /// - Parameter text: One JSON document in UTF-8.
    /// - Throws: A problem if the text is not JSON, or for the same reasons as `init(_:)`.
    public init(parsing text: some Collection<UInt8>) throws(Problem) {
        try self.init(JSONDocument(parsing: text, orThrow: Problem.notJSON))
    }

    /// Reads a request from a string.
    public init(parsing text: String) throws(Problem) { try self.init(parsing: text.utf8) }

    /// Reads a request. Faults in its impressions are listed in ``findings``.
    ///
    /// - Throws: A problem if there is no list of impressions, `imp`, if there are too many objects, or if the value
    ///   cannot be written as JSON.
    public init(_ document: JSONValue) throws(Problem) { try self.init(JSONDocument.json(document)) }

    private init(_ document: JSONDocument) throws(Problem) {
        self = try document.plain().withView { root throws(Problem) in try BidRequest(plain: root) }
    }

    /// - Parameter document: A request in which no member is `null`.
    private init(plain document: JSONView) throws(Problem) {
        let elements = try BidShape.request.required("imp", of: document) { $0.kind == .array ? $0.elements : nil }
        let objects = LocatedBidObject.all(in: document)
        guard objects.count <= LocatedBidObject.maximumCount else {
            throw .tooManyBidObjects.at("request", breaking: InputRules.jsonObject)
        }
        var impressions: [[UInt8]: Offer] = [:]
        var offers: [Offer] = []
        var findings: [(path: String, finding: Finding)] = []
        for (place, element) in elements.enumerated() {
            let path = "imp[\(place)]"
            if let draft = element.misnamedObject { findings.append((path + ".ext", draft.finding)) }
            func note(_ rule: Rule, found: String, wanted: String) {
                findings.append((path, Finding(rule, field: "id", found: found, wanted: wanted)))
            }
            guard let id = element.member("id")?.text else {
                let id = element.member("id")
                note(
                    id == nil ? BidRules.missing : BidRules.type, found: id?.shortened ?? "missing",
                    wanted: "a string, since bids refer to it by impid")
                continue
            }
            guard impressions[Array(id.utf8)] == nil else {
                note(
                    BidRules.value, found: id.excerpt + " again",
                    wanted: "unique, since bids refer to it by impid")
                continue
            }
            var objects: [Framework: Offer.Object] = [:]
            for framework in Framework.allCases {
                objects[framework] = element.extensionObject(of: framework).map { Offer.Object($0, of: framework) }
            }
            let offer = Offer(impressionID: id, path: path, objects: objects)
            impressions[Array(id.utf8)] = offer
            offers.append(offer)
        }
        let bundle = StatedText.bundleOfApp(in: document)
        var isBad = findings.contains { $0.finding.severity == .error }
        var errors: [String: Findings] = [:]
        func add(_ own: Findings, _ path: String) {
            isBad = isBad || own.hasErrors
            findings += own.map { (path, $0) }
            for finding in own where finding.severity == .error {
                errors[path, default: Findings()].append(finding.moved(to: "\(path).\(finding.field)"))
            }
        }
        if let device = document.member("device")?.member("ext"), device.kind == .object {
            var notes = BidExaminer(object: device, budget: SearchBudget())
            notes.checkMembers(of: device, .device)
            add(notes.findings, Self.devicePath)
        }
        for object in objects where !object.isBid {
            var own = LocatedBidObject.findings(of: object.framework, object.object, isBid: false, bundle: bundle)
            if let finding = object.placeFinding, let place = object.placeInRequest {
                // This is also an error at the place where bids look for the object.
                errors[place, default: Findings()].append(finding.moved(to: object.path))
                own.append(finding)
            }
            add(own, object.path)
        }
        self.errors = errors
        self.impressions = impressions
        self.bundle = bundle
        self.offers = offers
        faults = findings
        self.isBad = isBad
        system = StatedText("osv", of: "device", in: document)
    }

    /// A request without impressions.
    package static let none = BidRequest()

    private init() {
        (impressions, offers, faults, errors, isBad) = ([:], [], [], [:], false)
        (bundle, system) = (.missing, .missing)
    }

    /// What is wrong with the request by itself, each fault with its path.
    public var findings: Findings {
        var findings = Findings()
        for (path, finding) in faults { findings.append(finding.moved(to: "\(path).\(finding.field)")) }
        return findings
    }

    func impression(_ id: String) -> Offer? { impressions[Array(id.utf8)] }

    private static let devicePath = "device.ext"

    /// The errors of the request that prevent a bid on the offer from being judged right, with their paths.
    func errors(of framework: Framework, in offer: Offer?) -> Findings {
        let path = offer.map { "\($0.path).ext.\(framework.extensionName)" }
        var all = errors[Self.devicePath] ?? Findings()
        if let own = path.flatMap({ errors[$0] }) { all += own }
        return all
    }
}

/// The bids of a response.
public struct BidResponse: Sendable {
    /// A bid's path, and its place in ``document``.
    typealias Bid = (path: String, place: Int)

    /// The response as this program writes it.
    let document: JSONDocument
    let bids: [Bid]
    /// Objects of bids that are not in a bid's `ext`.
    let misplaced: [(framework: Framework, path: String)]
    /// Whether the response declares, in one of the standard ways, that there is no bid.
    let isNoBid: Bool

    /// Reads a response from its text.
    ///
    /// - Parameter text: One JSON document in UTF-8.
    /// - Throws: A problem if the text is not JSON, or for the same reasons as `init(_:)`.
    public init(parsing text: some Collection<UInt8>) throws(Problem) {
        try self.init(plain: JSONDocument(parsing: text, orThrow: Problem.notJSON).plain())
    }

    /// Reads a response from a string.
    public init(parsing text: String) throws(Problem) { try self.init(parsing: text.utf8) }

    /// Reads a response.
    ///
    /// - Throws: A problem if the response neither has bids nor declares that there are none, if it has unreadable parts or
    ///   more than 1,000 objects,
    ///   or if the value cannot be written as JSON.
    public init(_ document: JSONValue) throws(Problem) { try self.init(plain: JSONDocument.json(document).plain()) }

    /// - Parameter document: A response in which no member is `null`.
    init(plain document: JSONDocument) throws(Problem) {
        self.document = document
        (isNoBid, bids, misplaced) = try document.withView { root throws(Problem) in
            let isNoBid = Self.isNoBid(root)
            let bids = try Self.bids(in: root, isNoBid: isNoBid)
            let objects = LocatedBidObject.all(in: root)
            guard objects.count <= LocatedBidObject.maximumCount else { throw .tooManyBidObjects }
            return (isNoBid, bids, objects.filter { $0.isBid && !$0.isAtBid }.map { ($0.framework, $0.path) })
        }
    }

    private static func bids(in document: JSONView, isNoBid: Bool) throws(Problem) -> [Bid] {
        guard let seats = document.member("seatbid"), seats.kind == .array else {
            guard isNoBid else {
                throw .whole(found: "not a bid response", wanted: "an object with \"seatbid\"")
                    .breaking(BidRules.response)
            }
            return []
        }
        var bids: [Bid] = []
        for (seat, element) in seats.elements.enumerated() {
            let path = "seatbid[\(seat)]"
            try demand(element, path, .object)
            try demand(element.member("bid"), path + ".bid", .array)
            guard let elements = element.member("bid")?.elements else { continue }
            for (place, bid) in elements.enumerated() {
                let path = "\(path).bid[\(place)]"
                try demand(bid, path, .object)
                try demand(bid.member("ext"), path + ".ext", .object)
                bids.append((path, bid.index))
            }
        }
        return bids
    }

    /// Throws if a part that may contain bids has the wrong type. If bid objects are found in it nevertheless, they
    /// are reported at their own paths.
    private static func demand(_ part: JSONView?, _ path: String, _ kind: Field.Kind) throws(Problem) {
        guard let part, !kind.accepts(part), LocatedBidObject.all(in: part).isEmpty else { return }
        throw .value(found: part.shortened, wanted: kind.rawValue).at(path, breaking: BidRules.response)
    }

    /// The members of a response, except `seatbid` [OpenRTB 2.6, 4.2.1].
    private static let members = MemberNames(numbering: ["id", "bidid", "cur", "customdata", "nbr", "ext"])

    /// Whether a response declares that there is no bid [OpenRTB 2.6, 7.1]: it is `{}`, its `seatbid` is empty, or it
    /// has `nbr` in its place. The fourth way, status 204, has no body. A seat without bids is not a valid way,
    /// because each seat has at least one. A document with other members is not a response.
    private static func isNoBid(_ document: JSONView) -> Bool {
        guard document.kind == .object else { return false }
        if let reason = document.member("nbr"), reason.integer == nil { return false }
        if let seats = document.member("seatbid") { return seats.kind == .array && seats.elements.isEmpty }
        return document.members.allSatisfy { members.number(of: $0) != nil }
    }
}

/// An object in an `ext` whose name is nearly that of a framework's object.
package struct MisnamedObject: Equatable, Sendable {
    let name: String
    let framework: Framework
    /// Whether it is the name of the second draft, and not a misspelling.
    private let isOfDraft: Bool

    fileprivate init?(_ name: String) {
        isOfDraft = name == BidRules.draft.field
        let letters = name.lowercased().filter(\.isLetter)
        let meant = Framework.allCases.first { letters == "\($0.extensionName)" && name != letters }
        guard let framework = isOfDraft ? .adAttributionKit : meant else { return nil }
        (self.name, self.framework) = (name, framework)
    }

    package var finding: Finding {
        if isOfDraft { return Finding(BidRules.draft, found: "present") }
        return Finding(
            BidRules.objectPlace, field: name, found: "present", wanted: "ext.\(framework.extensionName)",
            ending: .then(", but SDKs do not look for this name"), hint: "did you mean \"\(framework.extensionName)\"?")
    }
}

extension JSONView {
    /// What the `ext` of an impression or a bid has for a framework, of any type.
    func extensionObject(of framework: Framework) -> JSONView? { member("ext")?.member(framework.extensionName) }

    /// The first object in the `ext` of an impression or bid whose name is that of a draft, or is misspelt.
    var misnamedObject: MisnamedObject? {
        member("ext")?.members.lazy.compactMap { MisnamedObject($0.name.string) }.first
    }

    /// The first such object in a document.
    package var nestedMisnamedObject: MisnamedObject? {
        switch kind {
        case .object: misnamedObject ?? members.lazy.compactMap(\.value.nestedMisnamedObject).first
        case .array: elements.lazy.compactMap(\.nestedMisnamedObject).first
        default: nil
        }
    }
}

extension JSONDocument {
    /// - Throws: The reason why the value cannot be written as JSON and read back. A value that was built in code may have a
    ///   duplicate member, so that one value would be checked and the other sent.
    static func json(_ value: JSONValue) throws(Problem) -> JSONDocument {
        do throws(JSONSyntaxError) { return try JSONDocument(value) } catch { throw .notJSON(error) }
    }

    /// Returns the document as this program writes it, without members that are `null`.
    func plain() throws(Problem) -> JSONDocument { try withView { root throws(Problem) in try .plain(root) } }

    /// Returns a document of a value as this program writes it, without members that are `null`.
    static func plain(_ view: JSONView) throws(Problem) -> JSONDocument {
        do throws(JSONSyntaxError) { return try JSONDocument(plain: view) } catch { throw .notJSON(error) }
    }
}
