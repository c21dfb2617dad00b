import AttributionBase

/// Which check an object gets: by its framework, and by whether a request or a bid has it.
extension LocatedBidObject {
    /// Returns the faults of the object by itself, without comparing it with a request and without verifying
    /// signatures.
    ///
    /// - Parameter document: The request that contains the object, if there is one.
    package func findings(in document: JSONValue) -> Findings {
        findings(bundle: StatedText("bundle", of: "app", in: document))
    }

    /// - Parameter bundle: `app.bundle` of the request that contains the object, if there is one.
    func findings(bundle: StatedText) -> Findings {
        var notes = BidNotes(budget: SearchBudget())
        if isBid {
            notes.check(bid: object, of: framework, .alone)
        } else if let typeFinding {
            notes.add(typeFinding)
        } else {
            OfferCheck(object: object, bundle: bundle).run(framework, &notes)
        }
        return notes.findings
    }

    /// The finding for a value that must be an object and is not; nil for an object.
    package var typeFinding: Finding? { Self.typeFinding(object, framework) }

    static func typeFinding(_ object: JSONValue, _ framework: Framework) -> Finding? {
        object.isObject
            ? nil : Finding(BidRules.type, field: framework.extensionName, found: object.excerpt, wanted: "an object")
    }
}

extension BidNotes {
    /// Checks what a bid has for a framework, which may be no object.
    mutating func check(bid object: JSONValue, of framework: Framework, _ context: BidContext) {
        if let finding = LocatedBidObject.typeFinding(object, framework) { return add(finding) }
        switch framework {
        case .adAttributionKit: AdAttributionKitBidCheck(object: object, context: context).run(&self)
        case .skAdNetwork: SkadnBidCheck(object: object, context: context).run(&self)
        }
    }
}
