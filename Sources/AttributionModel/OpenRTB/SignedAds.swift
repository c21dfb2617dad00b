import AttributionBase

extension SkadnObject {
    /// One signature of a `skadn` object, and what it covers.
    package struct SignedAd {
        /// The location of the ad, such as `seatbid[0].bid[1].ext.skadn.fidelities[0]`.
        package let path: String
        package let object: JSONView
        package let entry: JSONView?
        /// The prefix of the ad's own members in the object, such as `fidelities[0].`.
        let prefix: String
        private let lack: Lack?

        /// Why there is no ad whose signature could be valid.
        fileprivate enum Lack {
            case object
            case entries
            /// The ad is in one of several entries, of which there are more than fidelity types.
            case place(ofEntries: Int)
        }

        fileprivate init(
            _ path: String, _ object: JSONView, entry: JSONView? = nil, prefix: String = "", lacks lack: Lack? = nil
        ) {
            self.path = path
            self.object = object
            self.entry = entry
            self.prefix = prefix
            self.lack = lack
        }

        package var isFaulty: Bool { lack != nil }

        /// Why there is no ad whose signature could be valid; nil if there is one.
        package var fault: Finding? {
            switch lack {
            case nil: nil
            case .object: Finding(BidRules.type, field: path, found: object.shortened, wanted: "an object")
            case .entries: faultOfEntries(in: object)
            case .place(let count):
                Finding(
                    BidRules.fidelityTwice, field: path, found: "one of \(count) entries",
                    ending: .then("; there may be only \(FidelityType.allCases.count)"))
            }
        }

        package var signed: SignedObject { SignedObject(object, as: .ad(.openRTB), entry: entry) }

        /// What has the ad's own members; nil if there is a ``fault``.
        var own: JSONView? { isFaulty ? nil : entry ?? object }

        /// Returns the full name in the object of a member, such as `fidelities[0].nonce`.
        func name(of member: String) -> String {
            ownNames.contains { "\($0)" == member } ? prefix + member : member
        }

        /// Explains what is signed and whether the signature is valid; returns nil if there is a ``fault``.
        package func explanation(
            keys: SKAdNetworkKeys, stated: [(SignedField, String?)] = [], within budget: inout SearchBudget
        ) -> SignatureExplanation? {
            isFaulty ? nil : SignatureExplanation(signed, keys: keys, stated: stated, within: &budget)
        }
    }

    /// The names of the members that each signature has of its own. From version 2.2 on, they belong in an entry of `fidelities`.
    static let ownNames = names { SignedObject.ownFields.contains($0) }

    /// The names of the members that all signatures of an object share. They belong in the object and never in an entry.
    static let sharedNames = names { !SignedObject.ownFields.contains($0) }

    private static func names(_ isWanted: (SignedField) -> Bool) -> [StaticString] {
        AdForm.openRTB.names.filter { isWanted($0.field) }.map(\.name)
    }

    /// Whether the signatures are in `fidelities`, as from version 2.2 on, rather than in the object. If the version is known, it alone
    /// decides.
    private static func hasEntries(_ object: JSONView) -> Bool {
        guard let version = object.member("version").flatMap({ SKAdNetworkVersion($0) }) else {
            return object.member(BidName.fidelities) != nil
        }
        return version.hasFidelity
    }

    /// Returns every signed ad in a bid response, or in a part of one, in order; nil if it has too many objects.
    package static func signedAds(in document: JSONView) -> [SignedAd]? {
        let objects = LocatedBidObject.all(in: document)
        guard objects.count <= LocatedBidObject.maximumCount else { return nil }
        return objects.filter { $0.framework == .skAdNetwork && $0.isBid }.flatMap {
            signedAds(of: $0.object, at: $0.path)
        }
    }

    /// Returns the signed ads of an object: one for each entry of `fidelities` if its version uses them, and at least
    /// one. As there are only two types of fidelity, entries after the second are one fault: what the entries share would be
    /// read and shown with each of them.
    package static func signedAds(of object: JSONView, at path: String) -> [SignedAd] {
        guard object.kind == .object else { return [SignedAd(path, object, lacks: .object)] }
        guard hasEntries(object) else { return [SignedAd(path, object)] }
        guard let entries = object.member(BidName.fidelities)?.elements, !entries.isEmpty else {
            return [SignedAd(path, object, lacks: .entries)]
        }
        let most = FidelityType.allCases.count
        return entries.prefix(most + 1).enumerated().map { index, entry in
            let path = "\(path).fidelities[\(index)]"
            guard index < most else { return SignedAd(path, object, lacks: .place(ofEntries: entries.count)) }
            return SignedAd(path, object, entry: entry, prefix: "fidelities[\(index)].")
        }
    }

    /// Returns why an object whose signatures must be in `fidelities` has none; nil if it has entries.
    static func faultOfEntries(in object: JSONView) -> Finding? {
        let name = BidName.fidelities
        guard let value = object.member(name) else {
            var look = BidLook(object, .skadnResponse)
            return Finding(
                BidRules.missing, field: "\(name)", found: "missing",
                wanted: "an entry for each fidelity type, from version 2.2 on",
                ending: .then("; versions 2.2 and later need it"), hint: look.otherName(of: name))
        }
        guard value.kind == .array else { return BidShape.skadnResponse[name].typeFinding(value) }
        guard value.elements.isEmpty else { return nil }
        return Finding(BidRules.value, field: "\(name)", found: "empty", wanted: "at least one entry", ending: .have)
    }

    /// Returns the path of a member: in the object, or in its entry of `fidelities` if `path` is that of one, such as
    /// `skadn.fidelities[0]`.
    ///
    /// - Parameter member: The name of the member. `skadn.nonce` is the nonce of the object, not of the entry.
    package static func path(of member: String, at path: String) -> String {
        guard let end = path.lastIndex(of: "."), path[end...].hasPrefix(".fidelities["), path.hasSuffix("]") else {
            return path + "." + member
        }
        let object = path[..<end]
        let whole = "\(Framework.skAdNetwork.extensionName)"
        if object.hasSuffix(whole), member.hasPrefix(whole + ".") { return object.dropLast(whole.count) + member }
        let name = member.prefix { $0 != "." && $0 != "[" }
        guard BidShape.skadnResponse[named: String(name)] != nil, BidShape.skadnFidelity[named: member] == nil else {
            return path + "." + member
        }
        return object + "." + member
    }

    /// Returns the name by which ``path(of:at:)`` finds a member of an object.
    ///
    /// - Parameter member: The name inside the object, such as `fidelities[0].nonce`.
    package static func name(of member: String, in object: String, at path: String) -> String {
        let inside = path.dropFirst(object.count + 1) + "."
        let full = object + "." + member
        let names = [member.hasPrefix(inside) ? String(member.dropFirst(inside.count)) : member, member]
        return names.first { Self.path(of: $0, at: path) == full }
            ?? "\(Framework.skAdNetwork.extensionName).\(member)"
    }
}

extension Problem {
    /// Returns the problem with the path of an object in front of its place; unchanged if there is no path.
    package func inside(_ path: String?) -> Problem {
        guard let path else { return self }
        return inside(path) { SkadnObject.path(of: $0, at: path) }
    }
}
