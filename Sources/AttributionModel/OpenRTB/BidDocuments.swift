import AttributionBase

/// The offers of a bid request, by impression.
public struct BidRequest: Sendable {
    /// What an impression offers to bidders.
    public struct Offer: Equatable, Sendable {
        /// The `id` of the impression, which a bid repeats as its `impid`.
        public let impressionID: String
        /// Where the impression is in the request, such as `imp[0]`.
        let path: String
        /// The objects, as bids are compared with them.
        let objects: [Framework: StatedOffer]

        /// What the impression offers for AdAttributionKit; nil if nothing.
        ///
        /// - Throws: What is wrong with an offer for which no bid is possible, with its path in the request.
        public var adAttributionKit: BidOffer? { get throws(Problem) { try read(.adAttributionKit) } }

        /// What the impression offers for SKAdNetwork; nil if nothing.
        ///
        /// - Throws: What is wrong with an offer for which no bid is possible, with its path in the request.
        public var skAdNetwork: BidOffer? { get throws(Problem) { try read(.skAdNetwork) } }

        private func read(_ framework: Framework) throws(Problem) -> BidOffer? {
            guard let offer = objects[framework] else { return nil }
            do throws(Problem) {
                return try BidOffer(offer, of: framework)
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
    /// The errors of each object of an impression, by the path of the object, and those of what is common to all.
    private let errors: [String: Findings]
    /// Whether the request has an error, reported or not. In that case no bid is known to be right, because it was
    /// compared with a faulty request.
    package let isBad: Bool

    /// Reads a request from its text. Faults in its impressions are listed in ``findings``.
    ///
    /// - Parameter text: One JSON document in UTF-8.
    /// - Throws: A problem if the text is not JSON, or for the same reasons as `init(_:)`.
    public init(parsing text: some Collection<UInt8>) throws(Problem) {
        try self.init(JSONValue(parsing: text))
    }

    /// Reads a request from a string.
    public init(parsing text: String) throws(Problem) { try self.init(parsing: text.utf8) }

    /// Reads a request. Faults in its impressions are listed in ``findings``.
    ///
    /// - Throws: A problem if there is no list of impressions, `imp`, if there are too many objects, or if the value
    ///   cannot be written as JSON.
    public init(_ document: JSONValue) throws(Problem) {
        if let error = document.syntaxError { throw .notJSON(error) }
        let document = document.withoutNulls
        let elements = try BidMembers.request.required("imp", of: document) { $0.isArray ? $0.elements : nil }
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
            guard let id = element["id"]?.string else {
                let id = element["id"]
                note(
                    id == nil ? BidRules.missing : BidRules.type, found: id?.excerpt ?? "missing",
                    wanted: "a string, since bids refer to it by impid")
                continue
            }
            guard impressions[Array(id.utf8)] == nil else {
                note(
                    BidRules.value, found: id.excerpt + " again",
                    wanted: "unique, since bids refer to it by impid")
                continue
            }
            let offer = Offer(
                impressionID: id, path: path, objects: LocatedBidObject.objects(element, StatedOffer.init))
            impressions[Array(id.utf8)] = offer
            offers.append(offer)
        }
        let bundle = StatedText("bundle", of: "app", in: document)
        var isBad = findings.contains { $0.finding.severity == .error }
        var errors: [String: Findings] = [:]
        func add(_ own: Findings, _ path: String) {
            isBad = isBad || own.hasErrors
            findings += own.map { (path, $0) }
            for finding in own where finding.severity == .error {
                errors[path, default: Findings()].append(finding.moved(to: "\(path).\(finding.field)"))
            }
        }
        if let device = document["device"]?["ext"], device.isObject {
            var notes = BidNotes(object: device, budget: SearchBudget())
            for member in BidMembers.device.list where device[member.name] != nil {
                notes.check(.object([.init(member.name, device[member.name] ?? .null)]), .device)
            }
            add(notes.findings, Self.devicePath)
        }
        for object in objects where !object.isBid { add(object.findings(bundle: bundle), object.path) }
        self.errors = errors
        self.impressions = impressions
        self.bundle = bundle
        self.offers = offers
        faults = findings
        self.isBad = isBad
        system = StatedText("osv", of: "device", in: document)
    }

    /// What is wrong with the request by itself, each fault with its path.
    public var findings: Findings {
        var findings = Findings()
        for (path, finding) in faults { findings.append(finding.moved(to: "\(path).\(finding.field)")) }
        return findings
    }

    func impression(_ id: String) -> Offer? { impressions[Array(id.utf8)] }

    private static let devicePath = "device.ext"

    /// The errors of the request because of which no bid on an offer is known to be right, with their paths.
    func errors(of framework: Framework, in offer: Offer?) -> Findings {
        let path = offer.map { "\($0.path).ext.\(framework.extensionName)" }
        var all = errors[Self.devicePath] ?? Findings()
        if let own = path.flatMap({ errors[$0] }) { all += own }
        return all
    }
}

/// The bids of a response.
public struct BidResponse: Sendable {
    struct Bid: Sendable {
        let path: String
        /// The `impid` as it is, of any type.
        let impid: JSONValue?
        /// `bundle`: the advertised item ID.
        let bundle: StatedText
        let objects: [Framework: JSONValue]
        /// An object with a name that SDKs do not look for.
        let misnamed: MisnamedObject?

        var impressionID: String? { impid?.string }
    }

    let bids: [Bid]
    /// Objects of bids that are not in a bid's `ext`.
    let misplaced: [LocatedBidObject]
    /// Whether the response declares, in one of the standard ways, that there is no bid.
    let isNoBid: Bool

    /// Reads a response from its text.
    ///
    /// - Parameter text: One JSON document in UTF-8.
    /// - Throws: A problem if the text is not JSON, or for the same reasons as `init(_:)`.
    public init(parsing text: some Collection<UInt8>) throws(Problem) {
        try self.init(parsed: JSONValue(parsing: text))
    }

    /// Reads a response from a string.
    public init(parsing text: String) throws(Problem) { try self.init(parsing: text.utf8) }

    /// Reads a response.
    ///
    /// - Throws: A problem if the response neither has bids nor declares that there are none, if it has unreadable parts or
    ///   more than 1,000 objects,
    ///   or if the value cannot be written as JSON.
    public init(_ document: JSONValue) throws(Problem) {
        if let error = document.syntaxError { throw .notJSON(error) }
        try self.init(parsed: document)
    }

    /// - Parameter document: A document that was parsed from JSON.
    init(parsed document: JSONValue) throws(Problem) {
        let document = document.withoutNulls
        isNoBid = Self.isNoBid(document)
        var bids: [Bid] = []
        if case .array(let seats)? = document["seatbid"] {
            for (seat, element) in seats.enumerated() {
                let path = "seatbid[\(seat)]"
                try Self.demand(element, path, "an object", element.isObject)
                try Self.demand(element["bid"], path + ".bid", "an array", element["bid"]?.isArray ?? true)
                for (place, bid) in (element["bid"]?.elements ?? []).enumerated() {
                    let path = "\(path).bid[\(place)]"
                    try Self.demand(bid, path, "an object", bid.isObject)
                    try Self.demand(bid["ext"], path + ".ext", "an object", bid["ext"]?.isObject ?? true)
                    bids.append(
                        Bid(
                            path: path, impid: bid["impid"], bundle: StatedText(bid["bundle"]),
                            objects: LocatedBidObject.objects(bid) { object, _ in object }, misnamed: bid.misnamedObject
                        ))
                }
            }
        } else if !isNoBid {
            throw .whole(found: "not a bid response", wanted: "an object with \"seatbid\"").breaking(BidRules.response)
        }
        self.bids = bids
        let objects = LocatedBidObject.all(in: document)
        guard objects.count <= LocatedBidObject.maximumCount else { throw .tooManyBidObjects }
        misplaced = objects.filter { $0.isBid && !$0.isAtBid }
    }

    /// Throws if a part that may contain bids has the wrong type. If bid objects are found in it nevertheless, they
    /// are reported at their own paths.
    private static func demand(
        _ part: JSONValue?, _ path: String, _ wanted: String, _ isRight: Bool
    ) throws(Problem) {
        guard !isRight, let part, LocatedBidObject.all(in: part).isEmpty else { return }
        throw .value(found: part.excerpt, wanted: wanted).at(path, breaking: BidRules.response)
    }

    /// The members of a response, except `seatbid` [OpenRTB 2.6, 4.2.1].
    private static let members = ["id", "bidid", "cur", "customdata", "nbr", "ext"]

    /// Whether a response declares that there is no bid [OpenRTB 2.6, 7.1]: it is `{}`, its `seatbid` is empty, or it
    /// has `nbr` in its place. The fourth way, status 204, has no body. A seat without bids is not a valid way,
    /// because each seat has at least one. A document with other members is not a response.
    private static func isNoBid(_ document: JSONValue) -> Bool {
        guard case .object(let all) = document else { return false }
        if let reason = document["nbr"], reason.integer == nil { return false }
        if let seats = document["seatbid"] { return seats == .array([]) }
        return all.allSatisfy { members.contains($0.name) }
    }
}

/// An object in an `ext` whose name is nearly that of a framework's object.
package struct MisnamedObject: Equatable, Sendable {
    /// The name that it has.
    let name: String
    let framework: Framework
    /// Whether it is the name of the second draft, and not a misspelling.
    private let isOfDraft: Bool

    fileprivate init?(_ name: String) {
        isOfDraft = name == BidRules.draft.field
        let letters = name.lowercased().filter(\.isLetter)
        let meant = Framework.allCases.first { letters == $0.extensionName && name != $0.extensionName }
        guard let framework = isOfDraft ? .adAttributionKit : meant else { return nil }
        (self.name, self.framework) = (name, framework)
    }

    package var finding: Finding {
        if isOfDraft { return Finding(BidRules.draft, found: "present") }
        return Finding(
            BidRules.objectPlace, field: name, found: "present", wanted: "ext.\(framework.extensionName)",
            demand: .then(", but SDKs do not look for this name"), hint: "did you mean \"\(framework.extensionName)\"?")
    }
}

extension JSONValue {
    /// The first object of an impression's or a bid's `ext` with the name of a draft or a misspelt one.
    fileprivate var misnamedObject: MisnamedObject? {
        self["ext"]?.memberNames.lazy.compactMap { MisnamedObject($0) }.first
    }

    /// The first object of that kind in a document.
    package var nestedMisnamedObject: MisnamedObject? {
        switch self {
        case .object(let members): misnamedObject ?? members.lazy.compactMap(\.value.nestedMisnamedObject).first
        case .array(let elements): elements.lazy.compactMap(\.nestedMisnamedObject).first
        default: nil
        }
    }
}

extension JSONValue {
    /// The reason why the value cannot be written as JSON and read back. A value that was built in code may have a
    /// duplicate member, so that one value would be checked and the other sent.
    var syntaxError: JSONSyntaxError? {
        do throws(JSONSyntaxError) {
            _ = try JSONDocument(parsing: text.utf8)
            return nil
        } catch {
            return error
        }
    }
}
