import AttributionBase

/// Checks the objects of a framework in a bid or a request, alone or against their surroundings, and collects the findings.
struct BidExaminer {
    let object: JSONView
    /// The number of texts that may still be tried to find mistakes in the response's signatures.
    var budget: SearchBudget
    /// The impression's offer for the same framework; nil if there is none.
    var offer: StatedOffer?
    /// `app.bundle` of the request.
    var bundle = StatedText.missing
    /// `device.osv` of the request.
    var system = StatedText.missing
    var bidBundle = StatedText.missing
    var networks: NetworkList?
    /// The current time, and the networks' keys, without which signatures are not checked; nil if the caller checks signed values
    /// itself.
    var proof: (now: Timestamp, keys: SKAdNetworkKeys?)?
    private(set) var findings = Findings()

    mutating func add(_ finding: Finding) { findings.append(finding) }

    /// Adds a finding. It is created only if it will be listed.
    mutating func add(
        _ rule: Rule, field: @autoclosure () -> String? = nil, found: @autoclosure () -> String,
        wanted: @autoclosure () -> String? = nil, _ ending: @autoclosure () -> MessageEnding? = nil,
        hint: @autoclosure () -> String? = nil
    ) {
        findings.append(rule, Problem(found(), wanted: wanted(), ending(), hint: hint(), field: field()))
    }

    /// Adds findings of other rules, about values inside a member.
    mutating func add(_ findings: Findings, in member: String) {
        self.findings += findings.changing { finding in
            finding.moved(to: finding.field == "*" ? member : member + "." + finding.field)
        }
    }

    var hasErrors: Bool { findings.hasErrors }

    /// Whether there is a finding on a field with at least a given severity.
    func contains(_ field: String, asGraveAs severity: Rule.Severity) -> Bool {
        findings.contains { $0.field == field && $0.severity >= severity }
    }

    // MARK: - Members

    /// Checks which members an object has, and their types.
    mutating func check(_ object: JSONView, _ shape: BidShape, prefix: String = "") {
        let look = checkMembers(of: object, shape, prefix: prefix)
        for other in look.others {
            if shape.isMisplaced(other.name) {
                add(
                    BidRules.place, field: prefix + other.name.string, found: "present", .then(", but not read there"),
                    hint: "it belongs in the skadn object; its value is signed for every fidelity")
            } else {
                add(BidRules.unknown, field: prefix + other.name.string, found: "unknown", hint: look.hint(on: other))
            }
        }
        // Exchanges define the members of `ext` themselves. A name of the extension has no meaning there, which the sender may not know.
        guard let inner = object.member("ext") else { return }
        for member in inner.members where shape.knows(member.name) {
            add(
                BidRules.unknown, field: "\(prefix)ext.\(member.name.string)", found: "present",
                .then(", but not read there"), hint: "it belongs outside ext")
        }
    }

    /// Checks only the members of a shape, for objects whose other members belong to somebody else.
    @discardableResult
    mutating func checkMembers(of object: JSONView, _ shape: BidShape, prefix: String = "") -> BidLook {
        var look = BidLook(object, shape)
        for member in shape.members {
            if let value = look[member] {
                if !member.field.accepts(value) {
                    add(member.typeFinding(value, in: prefix, effect: shape.effectOfNumbers))
                } else if member.hasOwnRange, let finding = member.valueFinding(value, in: prefix) {
                    add(finding)
                }
            } else if member.field.isRequired {
                add(
                    BidRules.missing, field: prefix + member.field.text, found: "missing",
                    hint: look.otherName(of: member.field.name))
            }
        }
        return look
    }

    /// Checks the values of members that are present and have the right type.
    mutating func check(_ names: StaticString..., of object: JSONView, _ shape: BidShape, prefix: String = "") {
        for name in names {
            if let value = object.member(name), let finding = shape[name].valueFinding(value, in: prefix) {
                add(finding)
            }
        }
    }

    // MARK: - Comparison with the request

    /// Compares the publisher with the request's source app and bundle, and the advertised item with the bid's bundle.
    /// - Parameters:
    ///   - sourceApp: The signed publisher; nil if there is none, which other rules report.
    ///   - isNumber: Whether it is written without quotes.
    mutating func checkApps(sourceApp: String?, field: String, isNumber: Bool) {
        let bidBundle = bidBundle
        // If the request has no item there, the request itself is at fault.
        if let sourceApp, let offered = offer?.sourceApp.text, offered.isItem, !offered.isSame(as: sourceApp) {
            let value = { (text: String) in isNumber && text.isItem ? text : text.excerpt }
            add(
                BidRules.sourceApp, field: field, found: value(sourceApp),
                wanted: "the request's value, \(value(offered))")
        }
        if let item = object.member(BidName.item)?.text {
            compare(item, of: "\(BidName.item)", with: bidBundle, named: "the bid's bundle", BidRules.itemBundle)
        }
    }

    /// Compares an item with a bundle. A bundle ID, such as `com.example.app`, says nothing about the item.
    mutating func compare(_ item: String, of field: String, with bundle: StatedText, named name: String, _ rule: Rule) {
        if bundle == .missing || bundle.isEqual(item) { return }
        if let text = bundle.text, !text.isItem {
            add(
                BidRules.bundleForm, field: field, found: item.excerpt, wanted: "an App Store item's ID as \(name)",
                .then(", and cannot be compared with \(name), \(text.excerpt), which is no App Store item's ID"))
        } else {
            add(rule, field: field, found: item.excerpt, wanted: "\(name), \(bundle.words)")
        }
    }

    mutating func checkNetwork(_ network: String, field: String) {
        guard let listed = offer, listed.namesAreReadable, !listed.contains(network) else { return }
        let found = network.excerpt
        var others = ""
        switch listed.common {
        case .nothing: break
        // The request is at fault.
        case .unreadable: return
        // The entries of the common list are numbered from 1.
        case .entries(..<1, _): break
        case .entries(let last, let excluded):
            guard let networks else {
                return add(
                    BidRules.networkUndecided, field: field, found: found,
                    .then(
                        ": whether it is one of the entries up to \(last) of the common list, which the "
                            + "request's skadnetlist.max allows, is not known without that list"
                    ))
            }
            if networks.contains(network, upTo: last, excluded: excluded) { return }
            others = ", or one that skadnetlist takes from the common list"
        }
        guard !listed.names.isEmpty || !others.isEmpty else {
            return add(BidRules.networkListed, field: field, found: found, .then(", but the request lists no network"))
        }
        let names = listed.names.isEmpty ? "one that the request lists" : "one of " + listed.names.listed(5)
        add(BidRules.networkListed, field: field, found: found, wanted: names + others)
    }
}
