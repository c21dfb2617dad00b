import AttributionBase
import AttributionCrypto

/// An ad or a postback, parsed as far as possible even if it is malformed.
struct ExplainedDocument {
    /// A member with the text that represents its value in a signed text.
    typealias Member = (name: String, field: SignedField?, kind: JSONKind, text: [UInt8])

    let form: SignedForm
    /// The members with scalar values, in the document's order.
    let members: [Member]
    /// The fault that makes the document malformed, if any.
    let fault: SKAdNetworkFault?
    let versionText: String
    let network: [UInt8]?
    /// The order of the document's version, or the likeliest order if the version is unknown.
    let order: SignedOrder
    /// The members under other names whose values are taken for fields that the document lacks.
    let renamed: [(name: String, field: SignedField)]
    let signature: LenientSignature?

    /// The invalid values as they are written, each with the values that it may stand for.
    let invalid: [SignedField: (found: String, readings: [[UInt8]])]

    /// - Parameter isRenaming: Whether members under other names are taken for fields that the document lacks.
    init(_ object: SignedObject, isRenaming: Bool) {
        let form = object.form
        self.form = form
        var reader = SignedReader()
        let fault = reader.read(object)
        var found: [Member] = []
        var invalid: [SignedField: (found: String, readings: [[UInt8]])] = [:]
        func add(_ member: JSONView.Member, _ field: SignedField?) {
            guard ![.object, .array, .null].contains(member.value.kind) else { return }
            var text = ByteBuffer()
            member.value.appendSignedText(to: &text)
            found.append((member.name.string, field, member.value.kind, text.array()))
            guard let field, field != .signature, let readings = form.readings(of: member.value, field) else { return }
            invalid[field] = (member.value.excerpt, readings)
        }
        for member in object.members { add(member, form.field(named: member.name)) }
        // In an entry of fidelities, only the entry's own members can have other names.
        let outer = found.count
        if let entry = object.entry {
            for member in entry.members where !SignedObject.isOwn(member.name) { add(member, nil) }
        } else if form == .ad(.openRTB), let entry = object.object.member(BidName.fidelities)?.elements.first {
            for member in entry.members { add(member, nil) }
        }
        if let implied = form.impliedFidelity, !found.contains(where: { $0.field == .fidelityType }) {
            let field = SignedField.fidelityType
            found.append((field.description, field, .number, Array(String(implied.rawValue).utf8)))
        }
        var renamed: [(name: String, field: SignedField)] = []
        var present = Set(found.compactMap(\.field))
        for index in found.indices where isRenaming && found[index].field == nil {
            let (name, text) = (found[index].name, found[index].text)
            guard let field = OtherNames.field(name, text.text, in: form),
                index < outer || SignedObject.ownFields.contains(field), present.insert(field).inserted
            else { continue }
            found[index].field = field
            renamed.append((name, field))
        }
        self.renamed = renamed
        self.invalid = invalid
        self.members = found
        func text(_ field: SignedField) -> String? { found.first { $0.field == field }?.text.text }
        network = found.first { $0.field == .adNetworkID }?.text
        let version = text(.version) ?? reader.order.version.rawValue
        versionText = version
        signature = found.first { $0.field == .signature }.flatMap { LenientSignature($0.text, as: .der) }
        let isKnown =
            !renamed.contains { $0.field == .version || !reader.order.fields.contains($0.field) }
            && reader.order.version.rawValue == version
        order = isKnown ? reader.order : Self.likeliestOrder(form, version, present)
        let absent = renamed.first.map { "\(form.name(of: $0.field))" }
        if fault == nil, let absent { self.fault = .missing(field: absent, order.version) } else { self.fault = fault }
    }

    func name(_ field: SignedField) -> String { quoted("\(form.name(of: field))") }

    /// Returns the order of the given version. If there is none, returns that of the oldest version that has all fields of the document.
    private static func likeliestOrder(
        _ form: SignedForm, _ version: String, _ fields: Set<SignedField>
    ) -> SignedOrder {
        let all = form == .postback ? SignedOrder.postbacks : SignedOrder.ads
        let named = all.filter { $0.version.rawValue == version }
        let orders = named.isEmpty ? all : named
        let signed = Set(orders.flatMap(\.fields)).intersection(fields)
        return orders.first { signed.isSubset(of: $0.fields) } ?? orders[orders.count - 1]
    }

    func text(_ field: SignedField) -> [UInt8]? { members.first { $0.field == field }?.text }

    /// Whether the document names no version.
    var isUnnamed: Bool { text(.version) == nil }

    /// The text to sign, made of the values that are present. A missing version is inferred from them.
    var draft: SignedText { draft(order) }

    func draft(_ order: SignedOrder) -> SignedText {
        SignedText(
            order.fields.compactMap { field in
                let member = members.first { $0.field == field }
                let text = member?.text ?? (field == .version ? Array(order.version.rawValue.utf8) : nil)
                return text.map {
                    .init(field, $0, name: "\(form.name(of: field))", isString: member?.kind == .string)
                }
            })
    }
}
