import AttributionModel

/// What a trusted key signed, and what came beside it.
package struct SignedContent<Text> {
    package let kind: InputKind
    package let environment: SigningEnvironment
    /// The key that distinguishes the input from others; nil without an identifier.
    package let repeatKey: RepeatKey?
    /// The signed members as JSON text.
    package let payload: Text
    /// The other members as JSON text, if there are any.
    package let unsigned: Text?
}

extension SignedContent: Equatable where Text: Equatable {}
extension SignedContent: Sendable where Text: Sendable {}
