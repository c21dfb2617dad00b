import AttributionBase
import AttributionModel

/// An object in a bid request or response, or in a part of one: either signed, or an unsigned offer.
///
/// It is a class, because the functions that read inputs take an optional bid, and a large structure would be copied for each line even if
/// it is nil.
package final class BidInput: Sendable {
    enum Content {
        /// A compact JWS.
        case token
        /// Anything else in the place of a compact JWS, or nothing.
        case noToken
        /// A signed ad of a `skadn` object, with the place of its entry of `fidelities`; nil if the object has the signature itself.
        case ad(entry: Int?)
        /// An unsigned offer of a request.
        case offer
        /// A value where an object should be; or a `skadn` object, or a part of one, without an ad whose signature could be valid.
        case faulty(Finding)
    }

    /// The path of the object, such as `seatbid[0].bid[1].ext.adattributionkit`, or of its entry.
    package let path: String
    let content: Content
    let framework: Framework
    /// Whether the object belongs to a bid and so has a signature.
    package let isBid: Bool
    let pathOfObject: String
    /// The index of the object in the document. Two objects may have the same path, because names may look like paths.
    let number: Int
    /// The place of the object in ``document``.
    private let place: Int
    /// The request, response or part that contains the object, as this program writes it.
    let document: JSONDocument
    /// `app.bundle` of the request.
    private let bundle: StatedText
    /// The finding that the object is not where bidders look; nil if it is.
    private let placeFinding: Finding?

    private init(
        _ path: String, _ content: Content, _ object: LocatedBidObject, number: Int, in document: JSONDocument,
        _ bundle: StatedText
    ) {
        self.path = path
        self.content = content
        (framework, isBid, pathOfObject, place) = (object.framework, object.isBid, object.path, object.object.index)
        self.number = number
        self.document = document
        self.bundle = bundle
        placeFinding = object.placeFinding
    }

    /// The object, which is valid only as long as the ``document``.
    @unsafe var object: JSONView { unsafe document.root.value(at: place) }

    /// The faults of the object by itself.
    var findings: Findings {
        var findings = document.withView { root in
            LocatedBidObject.findings(of: framework, root.value(at: place), isBid: isBid, bundle: bundle)
        }
        if let placeFinding { findings.append(placeFinding) }
        return findings
    }

    /// Returns all objects in a request, a response or a part of one: first the offers, then the signed objects. Returns none for any other
    /// text.
    static func all(in text: ByteView) throws(InputFault) -> [BidInput] {
        var index = JSONIndex()
        guard let root = try? unsafe index.read(text), LocatedBidObject.mayBe(in: root),
            let document = try? JSONDocument(plain: root)
        else { return [] }
        return try document.withView { root throws(InputFault) in
            let located = LocatedBidObject.all(in: root)
            guard located.count <= LocatedBidObject.maximumCount else { throw .problem(.tooManyBidObjects) }
            let ordered = located.filter { !$0.isBid } + located.filter(\.isBid)
            let bundle = StatedText.bundleOfApp(in: root)
            return ordered.enumerated().flatMap { number, found in
                contents(of: found).map { BidInput($0.path, $0.content, found, number: number, in: document, bundle) }
            }
        }
    }

    /// Returns the paths of the bid objects in an object. There are none in an `adattributionkit` object that has only plain values, which
    /// is the usual case.
    static func paths(in object: JSONView) -> [String] {
        guard object.mayHoldSeveralBids, LocatedBidObject.mayBe(in: object) else { return [] }
        return LocatedBidObject.all(in: object).map(\.path)
    }

    /// Returns the findings about a stand-alone object. Missing members are ignored, since it may be only a part with
    /// the token.
    static func findings(ofPart object: JSONView) -> [Finding] {
        guard let document = try? JSONDocument(plain: object) else { return [] }
        return document.withView { root in
            LocatedBidObject.all(in: root).flatMap { $0.findings(in: root).filter { $0.rule !== BidRules.missing } }
        }
    }

    private static func contents(of found: LocatedBidObject) -> [(path: String, content: Content)] {
        if let finding = found.typeFinding { return [(found.path, .faulty(finding))] }
        guard found.isBid else { return [(found.path, .offer)] }
        switch found.framework {
        case .adAttributionKit:
            return [(found.path, found.object.member(BidName.token)?.kind == .string ? .token : .noToken)]
        case .skAdNetwork:
            return SkadnObject.signedAds(of: found.object, at: found.path).map { ad in
                (ad.path, ad.fault.map { .faulty($0) } ?? .ad(entry: ad.entry?.index))
            }
        }
    }
}

extension JSONView {
    /// Whether the object may contain more than one `adattributionkit` object with plain values.
    fileprivate var mayHoldSeveralBids: Bool {
        var members = members
        while let member = members.next() {
            if member.name.isString(BidName.attribution) {
                if member.value.holdsContainers { return true }
            } else if member.value.isContainer || member.name.isString(BidName.skadn) {
                return true
            }
        }
        return false
    }

    private var holdsContainers: Bool {
        var members = members
        while let member = members.next() {
            if member.value.isContainer { return true }
        }
        return false
    }

    /// The name of the member that is a signed bid object, of either framework.
    var nameOfSignedBid: StaticString? {
        if member(BidName.attribution)?.member(BidName.token) != nil { return BidName.attribution }
        let ad = member(BidName.skadn)
        return ad?.member("signature") != nil || ad?.member(BidName.fidelities) != nil ? BidName.skadn : nil
    }

    var isBidDocument: Bool { member(named: "seatbid") != nil || member(named: "imp") != nil }

    /// Whether the object may contain bid objects. An object with only plain values has none, unless its members'
    /// names suggest it.
    var mayHoldBids: Bool {
        holdsContainers
            || ["seatbid", "imp", "bid", BidName.skadn, "ext", BidName.attribution].contains { member($0) != nil }
    }
}

extension BidInput {
    /// Returns why a bid request or response has no object to inspect; nil for any other text.
    static func fault(ofDocument text: ByteView) -> InputFault? {
        var index = JSONIndex()
        guard let root = try? unsafe index.read(text), root.isBidDocument else { return nil }
        guard LocatedBidObject.all(in: root).isEmpty else { return nil }
        return .noBidObject(root.nestedMisnamedObject)
    }
}
