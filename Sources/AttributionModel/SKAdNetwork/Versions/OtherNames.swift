import AttributionBase

/// Wrong names that members of SKAdNetwork messages have in practice.
package enum OtherNames {
    /// Wrong names that differ from the right ones by more than case and punctuation. They are in lowercase and without punctuation.
    package static let seen: [String: SignedField] = [
        "sourceappitemid": .sourceAppID, "signature": .signature, "sknetworkversion": .version,
        "skadnetworkversion": .version, "adnetworkidentifier": .adNetworkID, "networkid": .adNetworkID,
        "isredownload": .redownload, "publisherappid": .sourceAppID,
    ]
    /// Prefixes that are put before names.
    package static let prefixes = ["skadnetwork", "skad", "skan", "sk"]

    private static let ofArticles = named(SignedField.allCases.map { ($0, $0.name) })
    /// The names in any form of an ad, except those that could mean anything.
    private static let ofForms = named(AdForm.allCases.flatMap(\.names)).filter { $0.key.count > 2 }

    private static let ofPostback = Set(SignedOrder.postbacks.flatMap(\.fields) + [.signature])
    private static let ofAd = Set(SignedOrder.ads.flatMap(\.fields) + [.signature])

    private static func named(_ names: [(field: SignedField, name: StaticString)]) -> [String: SignedField] {
        Dictionary(names.map { (letters(of: "\($0.name)"), $0.field) }) { first, _ in first }
    }

    private static func letters(of name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

    /// Returns the field for which a member stands although its name is not one of the form's; nil if there is none.
    ///
    /// - Parameter text: The member's value. A version is recognised by it, under any name that mentions a version.
    static func field(_ name: String, _ text: @autoclosure () -> String, in form: SignedForm) -> SignedField? {
        guard name.utf8.count <= 64 else { return nil }
        let letters = letters(of: name)
        let plain = [letters] + prefixes.filter(letters.hasPrefix).map { String(letters.dropFirst($0.count)) }
        let isSigned = form == .postback ? ofPostback : ofAd
        let known = plain.lazy.compactMap { ofArticles[$0] ?? seen[$0] ?? ofForms[$0] }.first { isSigned.contains($0) }
        if let known { return known }
        return letters.includes("version") && SKAdNetworkVersion(rawValue: text()) != nil ? .version : nil
    }
}

extension SignedForm {
    /// Returns the versions that an object without a version may have, oldest first: those that have all its values, or else the newest.
    /// There are none if the object is of version 1.0, which has no version member. A postback of version 1.0 may have a `redownload`.
    func versions(withoutName isPresent: (SignedField) -> Bool) -> [SKAdNetworkVersion] {
        func hasPlace(_ field: SignedField, _ version: SKAdNetworkVersion) -> Bool {
            self == .postback ? version.hasPlaceInPostbacks(for: field) : version.hasPlaceInAds(for: field)
        }
        let present = SignedField.allCases.filter { field in
            isPresent(field) && (hasPlace(field, .newest) || hasPlace(field, .one))
        }
        let others = present.count { $0 != .redownload && !hasPlace($0, .one) }
        guard others > 0 else { return [] }
        let isWhole = orders(.one).contains { $0.fields.allSatisfy(isPresent) }
        // A single value may simply have been added.
        guard others > (isWhole ? 1 : 0) else { return [] }
        let known = SKAdNetworkVersion.allCases.dropFirst().filter { version in
            present.allSatisfy { hasPlace($0, version) }
        }
        let whole = known.filter { version in
            orders(version).contains { order in
                order.fields.filter(order.requires).allSatisfy {
                    isPresent($0) || $0 == .version || $0 == .fidelityType && impliedFidelity != nil
                }
            }
        }
        return whole.isEmpty ? known.isEmpty ? [.newest] : known : whole
    }

    private func orders(_ version: SKAdNetworkVersion) -> [SignedOrder] {
        self == .postback ? [version.traits.postback] : [version.traits.ad] + (version.traits.webAd.map { [$0] } ?? [])
    }
}
