import AttributionCrypto
import AttributionTestSupport
import Testing

/// A batch first tries the key that made most signatures before. This must not affect results.
struct FavouriteKeyTests {
    private static let privateKeys = (0..<3).map { _ in newKey() }
    private static let message = Array("text".utf8)

    /// Whatever keys signed before, the right signer is returned, or nil if no candidate signed.
    @Test func theSignerIsTheSameWhateverCameBefore() {
        let keys = Self.privateKeys
        var batch = SignatureBatch(keys: keys.map { VerificationKey($0.publicKey) })
        let signatures = keys.map { $0.sign(Self.message).rawRepresentation }
        var cases = 0
        for favourite in keys.indices {
            for signer in keys.indices {
                for candidates in [[0, 1, 2], [2, 1, 0], [1, 2], [0], [1, 0]] {
                    batch.removeAll()
                    for _ in 0..<3 { _ = batch.append(signatures[favourite], of: Self.message, by: [0, 1, 2]) }
                    batch.check()
                    let proof = batch.append(signatures[signer], of: Self.message, by: candidates)
                    let forged = batch.append(signatures[signer], of: Array("other".utf8), by: candidates)
                    batch.check()
                    expect(batch.signer(of: proof), candidates.contains(signer) ? signer : nil)
                    #expect(batch.signer(of: forged) == nil)
                    cases += 1
                }
            }
        }
        expect(cases, 45)
    }

    /// If a key occurs twice, the index that comes first among the candidates is always returned.
    @Test func aKeyThatIsThereTwiceHasItsFirstPlace() {
        let (one, other) = (Self.privateKeys[0], Self.privateKeys[1])
        var batch = SignatureBatch(keys: [one, other, one].map { VerificationKey($0.publicKey) })
        let signature = one.sign(Self.message).rawRepresentation
        for _ in 0..<3 {
            _ = batch.append(signature, of: Self.message, by: [2])
            batch.check()
            let proof = batch.append(signature, of: Self.message, by: [0, 2])
            batch.check()
            expect(batch.signer(of: proof), 0)
        }
    }
}
