import AttributionBase

/// Checks the offer of an impression in a bid request, by itself.
struct OfferCheck {
    let object: JSONValue
    /// The request's `app.bundle`, if it is known.
    let bundle: StatedText

    func run(_ framework: Framework, _ notes: inout BidNotes) {
        switch framework {
        case .adAttributionKit: checkAttribution(&notes)
        case .skAdNetwork: checkSkadn(&notes)
        }
        if let text = object["sourceapp"]?.string {
            notes.checkItem("sourceapp", in: object, mayBeDevelopment: true)
            if bundle != .missing, !bundle.isEqual(text) {
                notes.add(BidRules.sourceBundle, found: text.excerpt, wanted: "the app.bundle, \(bundle.words)")
            }
        }
    }

    private func checkAttribution(_ notes: inout BidNotes) {
        notes.check(object, .attributionRequest)
        if let version = object["version"]?.string, !version.isSame(as: "1.0") {
            notes.add(BidRules.value, field: "version", found: version.excerpt, wanted: "\"1.0\"")
        }
        // The other members of `ext` belong to the exchange.
        if let overlay = object["ext"]?["sko"] {
            notes.check(.object([.init("sko", overlay)]), .attributionRequestExtension, prefix: "ext.")
        }
        checkNetworks("skadnetids", object["skadnetids"], isSkadn: false, &notes)
    }

    private func checkSkadn(_ notes: inout BidNotes) {
        notes.check(object, .skadnRequest)
        checkVersions(&notes)
        if object["skadnetids"] == nil, object["skadnetlist"] == nil {
            notes.add(BidRules.missing, field: "skadnetlist", found: "missing", wanted: "skadnetlist or skadnetids")
        }
        checkNetworks("skadnetids", object["skadnetids"], &notes)
        guard let list = object["skadnetlist"], case .object = list else { return }
        notes.check(list, .skadnList, prefix: "skadnetlist.")
        checkNetworks("skadnetlist.addl", list["addl"], &notes)
    }

    private func checkVersions(_ notes: inout BidNotes) {
        guard let versions = object["versions"] else {
            if let version = object["version"] { return checkVersion(version, "version", &notes) }
            return notes.add(
                BidRules.missing, field: "versions", found: "missing", wanted: "the versions that it can do")
        }
        if object["version"] != nil {
            notes.add(BidRules.deprecated, field: "version", found: "present beside versions")
        }
        if versions == .array([]) {
            notes.add(BidRules.value, field: "versions", found: "empty", wanted: "at least one version")
        }
        for (place, version) in versions.elements.enumerated() { checkVersion(version, "versions[\(place)]", &notes) }
    }

    private func checkVersion(_ version: JSONValue, _ field: String, _ notes: inout BidNotes) {
        guard let name = version.string else { return }
        if let version = SKAdNetworkVersion(rawValue: name), version.isNamed { return }
        notes.add(BidRules.value, field: field, found: version.excerpt, wanted: BidRules.versions)
    }

    private func checkNetworks(_ field: String, _ value: JSONValue?, isSkadn: Bool = true, _ notes: inout BidNotes) {
        let names = value?.strings ?? []
        for name in names where name.hasCapitalLetter {
            notes.add(BidRules.requestCase, field: field, found: name.excerpt)
        }
        // The AdAttributionKit extension has no such advice.
        if isSkadn, names.count > 10 {
            notes.add(BidRules.networkCount, field: field, found: "\(names.count) network IDs")
        }
    }
}
