import AttributionBase

// This file alone defines the value of each member of a `skadn` object. All code that signs, shows or compares values
// uses it, so that one value cannot be signed and another compared.

extension SkadnObject {
    /// The values that a signature of a `skadn` object covers.
    package struct SignedAd: Equatable, Sendable {
        /// The location of the ad, such as `seatbid[0].bid[1].ext.skadn.fidelities[0]`.
        package let path: String
        /// The members of the ad in one object, each from the only place where it belongs, and the unsigned members.
        package let members: JSONValue
        /// The prefix of the ad's own members in the object, such as `fidelities[0].`.
        let prefix: String
        private let lack: Lack?

        /// Why there is no ad whose signature could hold.
        fileprivate enum Lack: Equatable, Sendable {
            case object
            case entries
            /// It is one of more entries than there are types of fidelity.
            case place(ofEntries: Int)
        }

        fileprivate init(_ path: String, _ members: JSONValue, prefix: String = "", lacks lack: Lack? = nil) {
            self.path = path
            self.members = members
            self.prefix = prefix
            self.lack = members.isObject ? lack : .object
        }

        package var isFaulty: Bool { lack != nil }

        /// The reason why there is no ad whose signature could hold; nil for an ad.
        package var fault: Finding? {
            switch lack {
            case nil: nil
            case .object: Finding(BidRules.type, field: path, found: members.excerpt, wanted: "an object")
            case .entries: faultOfEntries(in: members)
            case .place(let count):
                Finding(
                    BidRules.fidelityTwice, field: path, found: "one of \(count) entries",
                    demand: .then("; there may be only \(FidelityType.allCases.count)"))
            }
        }

        /// Returns the full name in the object of one of ``members``, such as `fidelities[0].nonce`.
        func name(of member: String) -> String { ownNames.contains(member) ? prefix + member : member }

        /// Explains what is signed and whether the signature is valid; returns nil if there is a ``fault``.
        package func explanation(
            keys: SKAdNetworkKeys, stated: [(SignedField, String?)] = [], within budget: inout SearchBudget
        ) -> SignatureExplanation? {
            guard !isFaulty else { return nil }
            var made: SignatureExplanation?
            members.withView {
                made = SignatureExplanation($0, as: .ad(.openRTB), keys: keys, stated: stated, within: &budget)
            }
            return made
        }
    }

    /// The names of the members that are specific to a signature; from version 2.2 on they belong in an entry of
    /// `fidelities`.
    static let ownNames = names { AdForm.fidelityFields.contains($0) }

    /// The names of the members that all signatures of an object share; they belong in the object and never in an
    /// entry.
    static let sharedNames = names { !AdForm.fidelityFields.contains($0) }

    private static func names(_ isWanted: (SignedField) -> Bool) -> [String] {
        AdForm.openRTB.names.filter { isWanted($0.field) }.map { "\($0.name)" }
    }

    /// Whether the signatures are in `fidelities`, as from version 2.2 on, or in the object. Only the version decides,
    /// if it is a known one.
    private static func hasEntries(_ object: JSONValue) -> Bool {
        guard let version = object["version"]?.string.flatMap({ SKAdNetworkVersion(rawValue: $0) }) else {
            return object["fidelities"] != nil
        }
        return version.hasFidelity
    }

    /// Returns every signed ad in a bid response, or in a part of one, in order; nil if it has too many objects.
    package static func signedAds(in document: JSONValue) -> [SignedAd]? {
        let objects = LocatedBidObject.all(in: document)
        guard objects.count <= LocatedBidObject.maximumCount else { return nil }
        return objects.filter { $0.framework == .skAdNetwork && $0.isBid }.flatMap {
            signedAds(of: $0.object, at: $0.path)
        }
    }

    /// Returns the signed ads of an object: one for each entry of `fidelities` if its version uses them, and at least
    /// one. As there are only two types of fidelity, entries after the second are one fault: each of them would copy
    /// all that the entries share.
    package static func signedAds(of object: JSONValue, at path: String) -> [SignedAd] {
        guard case .object(let members) = object, hasEntries(object) else {
            return [SignedAd(path, object)]
        }
        let entries = object["fidelities"]?.elements ?? []
        let shared = members.filter { member in
            !ownNames.contains(member.name) && (entries.isEmpty || member.name != "fidelities")
        }
        guard !entries.isEmpty else { return [SignedAd(path, .object(shared), lacks: .entries)] }
        let most = FidelityType.allCases.count
        return entries.prefix(most + 1).enumerated().map { index, entry in
            let path = "\(path).fidelities[\(index)]"
            guard index < most else { return SignedAd(path, .object([]), lacks: .place(ofEntries: entries.count)) }
            return SignedAd(path, .object(shared + inner(entry)), prefix: "fidelities[\(index)].")
        }
    }

    /// Returns why an object whose version has its signatures in `fidelities` has none; nil if it has entries.
    static func faultOfEntries(in object: JSONValue) -> Finding? {
        let name = "fidelities"
        switch object[name] {
        case nil:
            return Finding(
                BidRules.missing, field: name, found: "missing",
                wanted: "an entry for each fidelity type, from version 2.2 on",
                demand: .then("; versions 2.2 and later need it"),
                hint: otherName(of: name, in: object))
        case .array(let entries)?:
            return entries.isEmpty
                ? Finding(
                    BidRules.value, field: name, found: "empty", wanted: "at least one entry", demand: .have) : nil
        case let other?: return BidMembers.skadnResponse[name]?.typeFinding(other)
        }
    }

    private static func otherName(of missing: String, in object: JSONValue) -> String? {
        var look = BidMembers.skadnResponse.look(at: object)
        return look.otherName(of: missing)
    }

    /// Returns the members of an entry of `fidelities`: its own ones directly, the others nested as in the entry.
    private static func inner(_ entry: JSONValue) -> [JSONValue.Member] {
        guard case .object(let members) = entry else { return [.init("fidelities", .array([entry]))] }
        let others = members.filter { !ownNames.contains($0.name) }
        let rest: [JSONValue.Member] = others.isEmpty ? [] : [.init("fidelities", .array([.object(others)]))]
        return members.filter { ownNames.contains($0.name) } + rest
    }

    /// Returns the path of a member: in the object, or in its entry of `fidelities` if the path is one, such as
    /// `skadn.fidelities[0]`.
    ///
    /// - Parameter member: The name of the member; `skadn.nonce` means that of the object rather than the entry.
    package static func path(of member: String, at path: String) -> String {
        guard let end = path.lastIndex(of: "."), path[end...].hasPrefix(".fidelities["), path.hasSuffix("]") else {
            return path + "." + member
        }
        let object = path[..<end]
        let whole = Framework.skAdNetwork.extensionName
        if object.hasSuffix(whole), member.hasPrefix(whole + ".") { return object.dropLast(whole.count) + member }
        let name = member.prefix { $0 != "." && $0 != "[" }
        guard BidMembers.skadnResponse[String(name)] != nil, BidMembers.skadnFidelity[member] == nil else {
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
            ?? Framework.skAdNetwork.extensionName + "." + member
    }
}

extension Problem {
    /// Returns the problem of an object inside the input, or unchanged if there is no path.
    package func inside(_ path: String?) -> Problem {
        guard let path else { return self }
        return inside(path) { SkadnObject.path(of: $0, at: path) }
    }
}
