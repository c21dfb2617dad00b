import AdAttribution
import AttributionJSON
import AttributionRules
import SKAdNetwork

// The one place that says which member of a `skadn` object is which value. What is signed, shown and compared is read here:
// a value that could be read in two places would be signed in one and compared in the other.

extension SkadnObject {
    /// What a signature of a `skadn` object is of.
    package struct SignedAd: Equatable, Sendable {
        /// Such as `seatbid[0].bid[1].ext.skadn.fidelities[0]`.
        package let path: String
        /// The ad's members side by side, each value from its one place, and those that are not signed.
        package let members: JSONValue
        /// What stands before the names of the ad's own members inside the object, such as `fidelities[0].`.
        fileprivate let prefix: String

        /// The name inside the object of one of ``members``, such as `fidelities[0].nonce`.
        func name(of member: String) -> String { ownNames.contains(member) ? prefix + member : member }

        /// What is wrong with what stands where an object must.
        package var typeFinding: Finding {
            Finding(BidRules.type, field: path, found: members.excerpt, wanted: "an object")
        }

        /// Shows what is signed, and whether the signature holds; nil for what is no object of JSON, of which ``typeFinding``
        /// tells.
        ///
        /// - Parameter budget: how many texts may be tried in search of a mistake.
        package func explanation(
            keys: SKAdNetworkKeys, within budget: inout SearchBudget
        ) -> SignatureExplanation? {
            var made: SignatureExplanation?
            members.withView { view in
                guard view.kind == .object else { return }
                made = SignatureExplanation(view, as: .ad(.openRTB), keys: keys, within: &budget)
            }
            return made
        }
    }

    /// The names of what each signature has for itself; from version 2.2 on their place is an entry of `fidelities`.
    static let ownNames = names { AdForm.fidelityFields.contains($0) }

    /// The names of what all signatures of an object share. Their place is the object itself, and never an entry.
    static let sharedNames = names { !AdForm.fidelityFields.contains($0) }

    private static func names(_ isWanted: (SignedField) -> Bool) -> [String] {
        AdForm.openRTB.names.filter { isWanted($0.field) }.map { "\($0.name)" }
    }

    /// Whether signatures lie in `fidelities`, as they do from version 2.2 on, or in the object itself. The version alone says
    /// so, where it is one.
    private static func hasEntries(_ object: JSONValue) -> Bool {
        guard let version = object["version"]?.string.flatMap({ SKAdNetworkVersion(rawValue: $0) }) else {
            return object["fidelities"] != nil
        }
        return version.hasFidelity
    }

    /// Every signed ad in a bid response, or a part of one, in order.
    package static func signedAds(in document: JSONValue) -> [SignedAd] {
        LocatedBidObject.all(in: document).filter { $0.framework == .skAdNetwork && $0.isBid }.flatMap {
            signedAds(of: $0.object, at: $0.path)
        }
    }

    /// The signed ads of one object, at least one: one for each entry of its `fidelities`, where its version has them there.
    package static func signedAds(of object: JSONValue, at path: String) -> [SignedAd] {
        guard case .object(let members) = object, hasEntries(object) else {
            return [SignedAd(path: path, members: object, prefix: "")]
        }
        let entries = object["fidelities"]?.elements ?? []
        let shared = members.filter { member in
            !ownNames.contains(member.name) && (entries.isEmpty || member.name != "fidelities")
        }
        guard !entries.isEmpty else { return [SignedAd(path: path, members: .object(shared), prefix: "")] }
        let signed = shared.filter { sharedNames.contains($0.name) }
        return entries.enumerated().map { place, entry in
            // There are two fidelity types. What lies beyond is an error, and has no share in what is not signed, which
            // would otherwise be copied as often as a hostile bid has entries.
            let outer = place < FidelityType.allCases.count ? shared : signed
            return SignedAd(
                path: "\(path).fidelities[\(place)]", members: .object(outer + inner(entry)),
                prefix: "fidelities[\(place)].")
        }
    }

    /// What an entry of `fidelities` has: its own members, and the others where they lie.
    private static func inner(_ entry: JSONValue) -> [JSONValue.Member] {
        guard case .object(let members) = entry else { return [.init("fidelities", .array([entry]))] }
        let others = members.filter { !ownNames.contains($0.name) }
        let rest: [JSONValue.Member] = others.isEmpty ? [] : [.init("fidelities", .array([.object(others)]))]
        return members.filter { ownNames.contains($0.name) } + rest
    }

    /// Where a member lies: in the object, or in the entry of its fidelities at a path such as `skadn.fidelities[0]`.
    ///
    /// - Parameter member: its name; `skadn.nonce` where the object's own is meant and not the entry's.
    package static func path(of member: String, at path: String) -> String {
        guard path.hasSuffix("]"), let end = path.ranges(of: ".fidelities[").last?.lowerBound else {
            return path + "." + member
        }
        let object = path[..<end]
        let whole = LocatedBidObject.Framework.skAdNetwork.rawValue
        if object.hasSuffix(whole), member.hasPrefix(whole + ".") { return object.dropLast(whole.count) + member }
        let name = member.prefix { $0 != "." && $0 != "[" }
        guard BidMembers.skadnResponse.contains(String(name)), !BidMembers.skadnFidelity.contains(member) else {
            return path + "." + member
        }
        return object + "." + member
    }

    /// The name by which ``path(of:at:)`` finds a member of the object at a path.
    ///
    /// - Parameters:
    ///   - member: its name inside the object, such as `fidelities[0].nonce`.
    ///   - object: where the object lies.
    ///   - path: the object's, or that of an entry of its fidelities.
    package static func name(of member: String, in object: String, at path: String) -> String {
        let inside = path.dropFirst(object.count + 1) + "."
        let full = object + "." + member
        let names = [member.hasPrefix(inside) ? String(member.dropFirst(inside.count)) : member, member]
        return names.first { Self.path(of: $0, at: path) == full }
            ?? LocatedBidObject.Framework.skAdNetwork.rawValue + "." + member
    }
}
