import AttributionBase

extension BidExaminer {
    mutating func checkSkadnBid() {
        check(object, .skadnResponse)
        if let overlay = object.member(BidName.overlay), overlay.kind == .object {
            check(overlay, .skadnOverlay, prefix: "skoverlay.")
        }
        let version = version()
        if let version { checkGroups(version) }
        checkValues()
        checkEntries()
        let ads = SkadnObject.signedAds(of: object, at: "")
        for ad in ads { checkForm(ad) }
        if let network = object.member("network")?.text {
            if network.hasCapitalLetter {
                add(
                    BidRules.networkCase, found: network.excerpt,
                    hint: "it must be lowercase here and where it is signed")
            }
            checkNetwork(network, field: "network")
        }
        checkApps(sourceApp: object.member(BidName.sourceApp)?.text, field: "\(BidName.sourceApp)", isNumber: false)
        checkExtras()
        if let proof { prove(ads, now: proof.now, proof.keys) }
    }

    // MARK: - Versions

    private mutating func version() -> SKAdNetworkVersion? {
        check("version", of: object, .skadnResponse)
        guard let name = object.member("version")?.text, let version = SKAdNetworkVersion(rawValue: name),
            version.isNamed
        else { return nil }
        let found = name.excerpt
        guard let offer else { return version }
        // If none can be read, the request is at fault.
        guard let newest = offer.versions.max() else { return version }
        // If the request has a single version, exchanges accept lower ones too.
        let accepts = offer.hasSingleVersion ? version <= newest : offer.versions.contains(version)
        if !accepts {
            add(BidRules.version, found: found, wanted: offer.versionWords)
        } else if version < newest {
            add(BidRules.older, found: found, wanted: "\"\(newest.rawValue)\"")
        }
        return version
    }

    /// Checks that the members of the version are present and those of the other group are not.
    private mutating func checkGroups(_ version: SKAdNetworkVersion) {
        let present = "present in version \(version.rawValue)"
        let fidelities = object.member(BidName.fidelities)
        if !version.hasFidelity, fidelities != nil {
            add(
                BidRules.versionGroup, field: "\(BidName.fidelities)", found: present,
                wanted: "absent before version 2.2")
        } else if version.hasFidelity, fidelities == nil || fidelities?.kind == .array,
            let fault = SkadnObject.faultOfEntries(in: object)
        {
            // A wrong type was already reported with the types of the other members.
            add(fault)
        }
        let names: [StaticString] = ["nonce", "timestamp", "signature"]
        for name in names where (object.member(name) != nil) == version.hasFidelity {
            if !version.hasFidelity {
                add(BidRules.missing, field: "\(name)", found: "missing")
            } else if fidelities == nil {
                add(
                    BidRules.versionGroup, field: "\(name)", found: present,
                    wanted: "in fidelities from version 2.2 on",
                    .then("; it belongs in fidelities"))
            } else {
                add(BidRules.deprecated, field: "\(name)", found: "present together with \"\(BidName.fidelities)\"")
            }
        }
        let (own, other): (StaticString, StaticString) =
            version.hasSourceIdentifier
            ? (BidName.sourceIdentifier, "campaign") : ("campaign", BidName.sourceIdentifier)
        switch (object.member(own) != nil, object.member(other) != nil) {
        case (true, true) where version.hasSourceIdentifier:
            add(BidRules.deprecated, field: "\(other)", found: "present together with \"\(own)\"")
        case (let hasOwn, true):
            // Before version 4.0, the source identifier cannot replace a missing campaign.
            if !hasOwn, !version.hasSourceIdentifier { add(BidRules.missing, field: "\(own)", found: "missing") }
            add(
                BidRules.versionGroup, field: "\(other)", found: present, wanted: "\(own)", .then("; use \(own)"))
        case (false, false):
            var look = BidLook(object, .skadnResponse)
            add(BidRules.missing, field: "\(own)", found: "missing", hint: look.otherName(of: own))
        case (true, false): break
        }
    }

    private mutating func checkValues() {
        check("campaign", BidName.sourceIdentifier, of: object, .skadnResponse)
        if let text = object.member(BidName.sourceIdentifier)?.text, text.isPlainInteger, let number = Int(text),
            (1..<1000).contains(number)
        {
            add(BidRules.digits, found: text.excerpt)
        }
        check(BidName.item, BidName.sourceApp, of: object, .skadnResponse)
    }

    // MARK: - Signatures

    /// Checks the members of each entry of `fidelities`, and the entries with each other.
    private mutating func checkEntries() {
        var types: Set<String> = []
        var nonces: Set<String> = []
        guard let entries = object.member(BidName.fidelities)?.elements else { return }
        for (place, entry) in entries.enumerated() where entry.kind == .object {
            let prefix = "fidelities[\(place)]."
            check(entry, .skadnFidelity, prefix: prefix)
            if let type = entry.member("fidelity"), type.isInteger {
                check("fidelity", of: entry, .skadnFidelity, prefix: prefix)
                if !types.insert(type.raw.text).inserted {
                    add(
                        BidRules.fidelityTwice, field: prefix + "fidelity", found: type.shortened,
                        .then(", the same as in another entry"))
                }
            }
            if let nonce = entry.member("nonce")?.text, !nonces.insert(nonce).inserted {
                add(
                    BidRules.nonceReused, field: prefix + "nonce", found: nonce.excerpt,
                    .then(", the same as in another entry"))
            }
        }
    }

    private mutating func checkForm(_ ad: SkadnObject.SignedAd) {
        guard let own = ad.own else { return }
        let nonceField = ad.name(of: "nonce")
        if let nonce = own.member("nonce")?.text, SKAdNetworkNonce(nonce) == nil {
            let isUppercase = SKAdNetworkNonce(nonce.lowercased()) != nil
            add(
                BidRules.nonce, field: nonceField, found: nonce.excerpt,
                hint: isUppercase
                    ? "it must be lowercase here and where it is signed: Foundation's uuidString is in capitals"
                    : Array(nonce.utf8).withBytes { UUIDText.look(of: $0) })
        }
        check("timestamp", of: own, .skadnFidelity, prefix: ad.prefix)
        if let text = own.member("signature")?.text, let found = AttributionSignature.fault(in: text) {
            add(Finding(BidRules.signatureForm, found.problem.at(ad.name(of: "signature"))))
        }
    }

    /// Checks each signature, and the signed values against the rules for ads.
    private mutating func prove(_ ads: [SkadnObject.SignedAd], now: Timestamp, _ keys: SKAdNetworkKeys?) {
        var holds = true
        for ad in ads {
            guard !ad.isFaulty else {
                holds = false
                continue
            }
            examine(ad, now)
            if let keys { holds = verify(ad, keys) && holds }
        }
        // A bid with an invalid signature must have an error, even if no other finding says so.
        if !holds, !hasErrors {
            add(BidRules.signature, found: "invalid (wrong key, or the content was changed)")
        }
    }

    /// Adds what the rules for signed ads find in the values, unless a field has a finding already.
    private mutating func examine(_ ad: SkadnObject.SignedAd, _ now: Timestamp) {
        var examiner = Examiner()
        for finding in examiner.findings(ofValuesInBid: ad.signed, now: now) {
            let field = ad.name(of: finding.field)
            guard !contains(field, asGraveAs: finding.severity) else { continue }
            add(finding.moved(to: field))
        }
    }

    /// Returns whether a signature is valid; adds an error if it is not.
    private mutating func verify(_ ad: SkadnObject.SignedAd, _ keys: SKAdNetworkKeys) -> Bool {
        // A missing or malformed signature was already reported, as were missing and wrongly typed values.
        guard ad.own?.member("signature") != nil else { return false }
        // The search for the mistake may be cut short, so it must not decide whether there is a finding.
        var none = SearchBudget(0)
        let checked = ad.explanation(keys: keys, within: &none)
        if checked?.holds == true { return true }
        let fault = checked?.fault
        if fault != nil, hasErrors { return false }
        let stated = [
            (SignedField.sourceAppID, offer?.sourceApp.text), (.itunesItemID, bidBundle.text),
        ]
        let mistake = ad.explanation(keys: keys, stated: stated, within: &budget)?.mistake
        let difference = mistake?.difference ?? fault.map { "\($0)" }
        let found = difference.map { "invalid (\($0))" } ?? "invalid (wrong key, or the content was changed)"
        // If a shared member is wrong, it is reported for one signature only, although all entries are affected.
        if difference != nil, findings.contains(where: { $0.rule === BidRules.signature && $0.found == found }) {
            return false
        }
        add(
            BidRules.signature, field: ad.name(of: "signature"), found: found,
            difference.map { .sentence("the signature does not match: \($0)") })
        return false
    }

    private mutating func checkExtras() {
        check(BidName.productPageID, of: object, .skadnResponse)
        guard let offer else { return }
        if let overlay = object.member(BidName.overlay), overlay.kind == .object, !offer.hasOverlays {
            add(BidRules.overlay, found: "present", wanted: "absent unless skoverlay is 1 in the request")
        }
        if let page = object.member(BidName.productPageID), !offer.hasProductPages {
            add(
                BidRules.productPage, found: page.shortened, wanted: "absent unless productpage is 1 in the request")
        }
    }
}
