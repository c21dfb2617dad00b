import AttributionBase

/// An ad or a postback, parsed as far as possible even if it is malformed.
struct ExplainedDocument {
    struct Member {
        let name: String
        let field: SignedField?
        let kind: JSONKind
        /// The text that represents the value in a signed text.
        let text: [UInt8]
    }

    let form: SignedForm
    /// The members with scalar values, in the document's order.
    let members: [Member]
    /// The fault that makes the document malformed, if any.
    let fault: SKAdNetworkFault?
    let versionText: String
    /// The network's ID.
    let network: [UInt8]?
    /// The order of the document's version, or the likeliest order if the version is unknown.
    let order: SignedOrder
    /// The signature in any known encoding, or nil if there is none.
    let lenientSignature: LenientSignature?

    init(_ object: JSONView, _ form: SignedForm) {
        self.form = form
        var reader = SignedReader()
        fault = reader.read(object, as: form)
        var found: [Member] = []
        for member in object.members where ![.object, .array, .null].contains(member.value.kind) {
            var text = ByteBuffer()
            SignedText.append(member.value, to: &text)
            found.append(
                Member(
                    name: member.name.string, field: form.field(named: member.name), kind: member.value.kind,
                    text: text.array()))
        }
        if let implied = form.impliedFidelity, !found.contains(where: { $0.field == .fidelityType }) {
            found.append(
                Member(
                    name: SignedField.fidelityType.description, field: .fidelityType, kind: .number,
                    text: Array(String(implied.rawValue).utf8)))
        }
        self.members = found
        func text(_ field: SignedField) -> String? { found.first { $0.field == field }?.text.text }
        network = found.first { $0.field == .adNetworkID }?.text
        versionText = text(.version) ?? "1.0"
        lenientSignature = found.first { $0.field == .signature }.flatMap { LenientSignature($0.text, as: .der) }
        let isKnown = SKAdNetworkVersion(rawValue: versionText) != nil
        order = isKnown ? reader.order : Self.likeliestOrder(form, Set(found.compactMap(\.field)))
    }

    /// Returns the order of the oldest version that has all fields of the document.
    private static func likeliestOrder(_ form: SignedForm, _ fields: Set<SignedField>) -> SignedOrder {
        let orders = form == .postback ? SignedOrder.postbacks : SignedOrder.ads
        let signed = Set(orders.flatMap(\.fields)).intersection(fields)
        return orders.first { signed.isSubset(of: $0.fields) } ?? orders[orders.count - 1]
    }

    /// The total length of the texts of all fields.
    var fieldsCount: Int { members.reduce(0) { $0 + ($1.field == nil ? 0 : $1.text.count) } }

    func text(_ field: SignedField) -> [UInt8]? { members.first { $0.field == field }?.text }

    /// The text to sign, from the values that are present.
    var draft: DraftText { draft(order) }

    func draft(_ order: SignedOrder) -> DraftText {
        DraftText(
            values: order.fields.compactMap { field in
                text(field).map { DraftText.Value(field: field, text: $0) }
            })
    }
}
