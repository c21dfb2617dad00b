import AttributionBase
import AttributionCrypto
import AttributionFixtures
import AttributionModel

@testable import AttributionModel

/// SKAdNetwork's ads and postbacks: a signature of the explained text is valid, a forged one is not, and an ad is the
/// same in every form.
enum SKAdNetworkFuzz {
    private static let key = ExampleKey.privateKey
    private static let now = Timestamp(milliseconds: 1_767_225_600_000)

    private static let keys: SKAdNetworkKeys = {
        guard let trusted = try? TrustedKeys(adding: key.publicKey, keyID: nil) else { fatalError("no kid is Apple's") }
        return SKAdNetworkKeys(trusted)
    }()

    /// The postbacks that the example key signed, which are the fixtures. The seeds are made of them.
    private static let signed: [SKAdNetworkPostback] = {
        let fixtures = Fixtures(seed: 7)
        let bodies = (0..<200).map { fixtures.skAdNetwork(at: $0) } + fixtures.broken.map(\.text)
        return bodies.compactMap { verified(Array($0.utf8)) }
    }()

    private static func verified(_ body: [UInt8]) -> SKAdNetworkPostback? {
        let unverified = try? UnverifiedSKAdNetworkPostback(parsing: body)
        return (try? unverified?.verified(by: keys))?.signed
    }

    /// The maximum number of mistakes for one document. A budget does not allow more.
    private static let mostVariants = 8000

    static func test(_ input: ByteView) {
        let bytes = [UInt8](input)
        testSignatures(bytes)
        if let postback = verified(bytes) {
            demand(signed.contains(postback), "nobody but the key's owner signs")
        }
        guard let document = try? JSONValue(parsing: bytes) else { return }
        document.withView { view in
            guard let form = SignedForm(recognising: view) else { return }
            var examiner = Examiner()
            demand(
                examiner.findings(of: SignedObject(view, as: form), now: now).list.count <= 100, "findings have an end")
            testVariants(ExplainedDocument(SignedObject(view, as: form), isRenaming: true))
            testExplanation(view, form)
            if case .ad(let form) = form { testForms(AdValues(view, as: form)) }
        }
    }

    // MARK: - Signatures

    /// Checks that a decoded signature is encoded to the same bytes.
    private static func testSignatures(_ bytes: [UInt8]) {
        for curve in [SignatureCurve.p256, .p192] {
            if let raw = try? ECDSASignature.rawRepresentation(of: bytes, on: curve) {
                demand(
                    ECDSASignature.derRepresentation(ofRaw: raw, on: curve) == bytes,
                    "a signature that is read is written as it was")
            }
        }
        let text = String(decoding: bytes, as: UTF8.self)
        if text.utf8.count <= 256, AttributionSignature.fault(in: text) == nil {
            demand(text.utf8.count <= AttributionSignature.maximumCount, "no signature is longer than one can be")
        }
    }

    // MARK: - Explanations

    private static func testVariants(_ document: ExplainedDocument) {
        let variants = [
            document.sourceVariants, document.zeroVariants, document.orderVariants, document.unsignedVariants,
            document.renamedVariants,
        ]
        let count = variants.reduce(0) { $0 + $1.count }
        demand(count <= mostVariants, "mistakes that are tried have an end: \(count)")
    }

    private static func testExplanation(_ view: JSONView, _ form: SignedForm) {
        var budget = SearchBudget()
        let explanation = SignatureExplanation(SignedObject(view, as: form), keys: keys, within: &budget)
        demand(!explanation.holds || explanation.mistake?.category == nil, "what holds has no mistake")
        switch explanation.fault {
        case nil, .signature: break
        case .missing(let field, _) where field == "\(form.name(of: .signature))": break
        default: return
        }
        // A signature of the text that the explanation shows is valid.
        let signature = AttributionSignature.text(
            of: CryptoFailure.ending { () throws(CryptoFailure) in
                try key.deterministic.signature(for: explanation.text)
            })
        let name = "\(form.name(of: .signature))"
        guard case .object(let members) = JSONValue(view) else { return }
        let remade = JSONValue.object(members.filter { $0.name != name } + [.init(name, .string(signature))])
        remade.withView { view in
            let again = SignatureExplanation(SignedObject(view, as: form), keys: keys, within: &budget)
            demand(
                again.holds && again.mistake?.category == nil,
                "a signature of the text that is shown holds: \(remade.text)")
            demand(again.text == explanation.text, "the text does not depend on the signature")
        }
        if form == .postback, let curve = SKAdNetworkVersion(rawValue: explanation.version)?.curve, curve == .p256 {
            demand(
                (try? UnverifiedSKAdNetworkPostback(parsing: Array(remade.text.utf8))) != nil,
                "what is explained without a fault is read")
        }
    }

    // MARK: - Forms

    /// Checks that an ad is unchanged after being written in a form that has all its values.
    private static func testForms(_ values: AdValues) {
        for form in AdForm.allCases {
            let written = values.json(as: form, signature: .string(""))
            written.withView { view in
                let again = AdValues(view, as: form)
                guard SignedField.allCases.allSatisfy({ values[$0] == nil || form.name(of: $0) != nil }) else { return }
                for field in SignedField.allCases where field != .signature && field != .fidelityType {
                    let isKept = again[field] == values[field] || again[field]?.signedText == values[field]?.signedText
                    demand(isKept || isNameOfFirst(field, values), "\(form): \(field) is read as it was written")
                }
            }
        }
    }

    /// The first version has no name in JSON.
    private static func isNameOfFirst(_ field: SignedField, _ values: AdValues) -> Bool {
        field == .version && values[.version] == .string("1.0")
    }
}
