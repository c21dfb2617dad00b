import AttributionBase

/// The object, or the two objects, with the values that a signature covers: a postback, or an ad in one of its forms.
///
/// Each value has only one place, from which it is read, shown and compared, so that one value cannot be signed and another
/// shown. An ad in OpenRTB has two objects from version 2.2 on: an entry of `fidelities` for what is specific to a signature, and
/// the object around it for what all signatures share.
@safe
@usableFromInline
package struct SignedObject {
    package let form: SignedForm
    @usableFromInline package let object: JSONView
    /// The entry with the signature; nil if ``object`` has all values.
    @usableFromInline package let entry: JSONView?

    package init(_ object: JSONView, as form: SignedForm, entry: JSONView? = nil) {
        (self.object, self.form, self.entry) = (object, form, entry)
    }

    /// The fields in an entry of OpenRTB's `fidelities`, which are specific to its fidelity type. The others are in
    /// the surrounding object.
    package static let ownFields: [SignedField] = [.fidelityType, .nonce, .timestamp, .signature]

    static let own = FieldSet(ownFields.map(\.inAd))

    /// The names of ``ownFields`` in OpenRTB.
    private static let ownNames = MemberNames(
        AdForm.openRTB.names.filter { ownFields.contains($0.field) }.map { ($0.name, $0.field.index) })

    @usableFromInline
    static func isOwn(_ name: JSONView) -> Bool { ownNames.number(ofName: name) != nil }

    @usableFromInline
    static func isShared(_ name: JSONView) -> Bool { !isOwn(name) && !name.isString(BidName.fidelities) }

    /// The members that count: all members of a single object, or from each of two objects those that belong in it.
    @inlinable package var members: Members {
        @inline(__always)
        get { Members(shared: object.members, entry: entry) }
    }

    @safe
    @usableFromInline
    package struct Members: Sequence, IteratorProtocol {
        @usableFromInline var shared: JSONView.Members
        /// The members of the entry; nil if there is none.
        @usableFromInline var own: JSONView.Members?

        @inlinable @inline(__always)
        init(shared: JSONView.Members, entry: JSONView?) {
            self.shared = shared
            own = entry?.members
        }

        @inlinable @inline(__always)
        package mutating func next() -> JSONView.Member? { own == nil ? shared.next() : nextOfBoth() }

        @usableFromInline
        mutating func nextOfBoth() -> JSONView.Member? {
            while let member = shared.next() { if SignedObject.isShared(member.name) { return member } }
            while let member = own?.next() { if SignedObject.isOwn(member.name) { return member } }
            return nil
        }
    }

    /// Returns the value of a member that counts, with a user's name for it.
    package func member(named name: String) -> JSONView? {
        guard entry != nil else { return object.member(named: name) }
        return members.first { $0.name.isEqual(to: name) }?.value
    }

    /// The members of an entry other than the values of its signature, nested as in the object; nil if there are none.
    package var rest: JSONValue.Member? {
        guard let entry else { return nil }
        let others = entry.members.filter { !Self.isOwn($0.name) }
        guard entry.kind != .object || !others.isEmpty else { return nil }
        let inner = others.map { JSONValue.Member($0.name.string, JSONValue($0.value)) }
        return .init("\(BidName.fidelities)", .array([entry.kind == .object ? .object(inner) : JSONValue(entry)]))
    }
}
