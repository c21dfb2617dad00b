import AttributionBase
import AttributionModel

/// An entry of a batch, for writers of other formats than JSON. Valid until the batch is changed.
@safe
package struct VerdictFacts {
    package let outcome: Verdict.Outcome
    package let rule: Rule?
    /// Whether the input is of SKAdNetwork; nil if it could not be read far enough.
    package let isSKAdNetwork: Bool?
    package let version: SKAdNetworkVersion?
    /// The names of the members of a signed ad; nil for any other input.
    package let adForm: AdForm?
    /// What a trusted key signed; nil if the verdict does not give it out.
    package let signed: Signed?

    @safe
    package struct Signed {
        package let kind: InputKind
        package let environment: SigningEnvironment
        /// The key that `--unique` compares; nil without an identifier.
        package let repeatKey: RepeatKey?
        /// The signed members as JSON text.
        package let payload: ByteView
        /// The other members as JSON text, if there are any.
        package let unsigned: ByteView?
    }
}
