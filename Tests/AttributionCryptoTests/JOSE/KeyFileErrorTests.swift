import AttributionCrypto
import AttributionTestSupport
import Testing

/// Key files with one fault each.
struct KeyFileErrorTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let file: String
        let error: KeyError

        init(_ file: String, _ error: KeyError) {
            self.file = file
            self.error = error
        }

        var testDescription: String { file }
    }

    /// Another reader could begin a block at that line, and find other keys.
    private static let noBeginLine = KeyError.malformedPEM("a BEGIN line is not of the form -----BEGIN LABEL-----")

    static let files: [Vector] = [
        Vector("white-space.pem", .empty),
        Vector("unrecognized-text.txt", .unrecognized),
        Vector("encrypted-pkcs8.pem", .encrypted),
        Vector("encrypted-pkcs8.der", .encrypted),
        Vector("encrypted-sec1-proc-type.pem", .encryptedPEM),
        Vector("certificate-only.pem", .noKeyBlock(labels: ["CERTIFICATE"])),
        Vector("parameters-only.pem", .noKeyBlock(labels: ["EC PARAMETERS"])),
        Vector("rsa-pkcs1.pem", .wrongAlgorithm("RSA")),
        Vector("rsa-pkcs1.der", .wrongAlgorithm("RSA or DSA")),
        Vector("rsa-pkcs8.pem", .wrongAlgorithm("rsaEncryption")),
        Vector("rsa-spki.pem", .wrongAlgorithm("rsaEncryption")),
        Vector("ed25519-pkcs8.pem", .wrongAlgorithm("ED25519")),
        Vector("ed25519-spki.pem", .wrongAlgorithm("ED25519")),
        Vector("p384-sec1.pem", .wrongCurve("secp384r1")),
        Vector("p384-pkcs8.pem", .wrongCurve("secp384r1")),
        Vector("p384-spki.pem", .wrongCurve("secp384r1")),
        Vector("secp256k1-spki.pem", .wrongCurve("secp256k1")),
        Vector("explicit-curve-sec1.pem", .explicitCurve(isPublic: false)),
        Vector("explicit-curve-spki.pem", .explicitCurve(isPublic: true)),
        Vector("truncated-spki.der", .truncated(announced: 91, found: 90)),
        Vector("truncated-spki.pem", .truncated(announced: 91, found: 90)),
        Vector("truncated-sec1.der", .truncated(announced: 121, found: 60)),
        Vector("truncated-pkcs8.der", .truncated(announced: 138, found: 100)),
        Vector("trailing-byte-spki.der", .trailingBytes(1)),
        Vector("trailing-bytes-sec1.der", .trailingBytes(2)),
        Vector("trailing-byte-pkcs8.pem", .trailingBytes(1)),
        Vector("no-end-line.pem", .malformedPEM("a block has no matching END line")),
        Vector(
            "end-line-of-another-label.pem",
            .malformedPEM("its lines differ: BEGIN PUBLIC KEY and END PRIVATE KEY")),
        Vector("bad-base64.pem", .malformedPEM("a block is not base64")),
        Vector("no-valid-begin-line.pem", noBeginLine),
        Vector("begin-line-after-text.pem", noBeginLine),
        Vector("begin-line-before-text.pem", noBeginLine),
        Vector("begin-line-indented.pem", noBeginLine),
        Vector("begin-line-of-six-dashes.pem", noBeginLine),
        Vector("begin-line-in-a-label.pem", noBeginLine),
        Vector("begin-line-in-a-header.pem", .malformedPEM("a block's header lines contain another block's dashes")),
        Vector("sequence-of-nothing.der", .malformedDER),
        Vector("spki-garbage-inside.der", .malformedDER),
        Vector("point-off-curve.spki.der", .pointNotOnCurve),
        Vector("point-off-curve.sec1.der", .pointNotOnCurve),
        Vector("point-at-infinity.spki.der", .pointNotOnCurve),
        Vector("halves-differ.sec1.der", .halvesDiffer),
        Vector("halves-differ.pkcs8.der", .halvesDiffer),
        Vector("scalar-zero.sec1.der", .scalarOutOfRange),
        Vector("scalar-zero.pkcs8.der", .scalarOutOfRange),
        Vector("scalar-order.sec1.der", .scalarOutOfRange),
        Vector("scalar-order.pkcs8.der", .scalarOutOfRange),
        Vector("scalar-maximum.sec1.der", .scalarOutOfRange),
        Vector("scalar-maximum.pkcs8.der", .scalarOutOfRange),
        Vector("scalar-too-long.sec1.der", .wrongLength(field: "private scalar", want: 32, found: 33)),
        Vector("version-0.sec1.der", .wrongVersion(0, want: "1 (SEC 1)")),
        Vector("version-2.sec1.der", .wrongVersion(2, want: "1 (SEC 1)")),
        Vector("version-2.pkcs8.der", .wrongVersion(2, want: "0 or 1 (PKCS#8)")),
        Vector("version-2-inside.pkcs8.der", .wrongVersion(2, want: "1 (SEC 1)")),
        Vector("length-of-too-many-bytes.sec1.der", .malformedDER),
        Vector("trailing-element.pkcs8.der", .malformedDER),
        Vector("attribute-of-no-set.pkcs8.der", .malformedDER),
        Vector("halves-differ-outside.pkcs8.der", .halvesDiffer),
        Vector("text-after-padding.pem", .malformedPEM("text follows the padding of a block")),
        Vector(
            "padding-missing.pem",
            .malformedPEM(
                "the base64 of a block has 122 characters, which is no multiple of 4; it is cut short or damaged")),
        Vector("spare-bits.pem", .malformedPEM("a block is not base64 in its one form")),
    ]

    /// This file has two keys, which is a fault only if a single private key is needed.
    static let several = "two-private-keys.pem"

    @Test func noFileVanishes() throws {
        try expect(Repository.names(in: "Tests/Vectors/keys/bad"), (Self.files.map(\.file) + [Self.several]).sorted())
    }

    @Test(arguments: files) func isRefusedForItsFault(_ vector: Vector) throws {
        let bytes = try Repository.vector("keys/bad/" + vector.file)
        #expect(throws: vector.error) { try KeyFile(bytes: bytes) }
    }

    @Test func emptyFileIsRefused() {
        #expect(throws: KeyError.empty) { try KeyFile(bytes: []) }
        #expect(throws: KeyError.empty) { try P256PublicKey(der: []) }
    }

    /// A file can ask for any number of rounds of a derivation, which would take hours.
    @Test func manyRoundsAreNotBegun() {
        func key(rounds: [UInt8]) -> [UInt8] {
            func element(_ tag: UInt8, _ parts: [UInt8]...) -> [UInt8] {
                let content = parts.flatMap(\.self)
                return [tag, UInt8(content.count)] + content
            }
            // PBE with SHA-1 and triple DES (RFC 7292 appendix C).
            let algorithm = element(0x06, [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x0c, 0x01, 0x03])
            let parameters = element(0x30, element(0x04, Array(1...8)), element(0x02, rounds))
            return element(0x30, element(0x30, algorithm, parameters), element(0x04, Array(repeating: 7, count: 40)))
        }
        let password = SecretBytes(copying: Array("secret".utf8))
        for (rounds, error) in [
            ([0x08, 0], KeyError.wrongPassword), ([0x7f, 0xff, 0xff, 0xff], .unsupportedEncryption),
            ([0xff], .unsupportedEncryption), ([UInt8](repeating: 0x7f, count: 9), .unsupportedEncryption),
            ([], .unsupportedEncryption),
        ] as [([UInt8], KeyError)] {
            #expect(throws: error) {
                try KeyFile(reading: SecretBytes(copying: key(rounds: rounds)), password: password)
            }
        }
        #expect(throws: KeyError.encrypted) { try KeyFile(bytes: key(rounds: [0x08, 0])) }
    }

    /// The first of several keys was taken without a word.
    @Test func severalPublicKeysLeaveNoChoice() throws {
        let pems = (0..<2).map { _ in newKey().publicKey.pemRepresentation }
        #expect(throws: KeyError.severalKeys(2)) { try P256PublicKey(pem: pems.joined()) }
        try expect(P256PublicKey(pem: pems[0] + pems[0]).pemRepresentation, pems[0])
    }

    @Test func severalPrivateKeysLeaveNoChoice() throws {
        let file = try KeyFile(bytes: Repository.vector("keys/bad/" + Self.several))
        expect(file.entries.count, 2)
        #expect(throws: KeyError.severalPrivateKeys(2)) { try file.onlyPrivateKey() }
    }

    @Test func derOfAPublicKeyIsNoPrivateKey() throws {
        let der = try Repository.vector("keys/good/spki.der")
        #expect(throws: KeyError.noPrivateKey) {
            try der.withBytes { try P256PrivateKey(der: $0) }
        }
    }

    @Test(arguments: ["spki.der", "sec1.der", "pkcs8.der", "spki-compressed.der"])
    func everyBeginningOfADERIsRefused(_ name: String) throws {
        let der = try Repository.vector("keys/good/" + name)
        for count in 0..<der.count {
            #expect(throws: KeyError.self, "\(count) bytes") { try KeyFile(bytes: Array(der[..<count])) }
        }
    }

    /// A private key with any byte changed is refused or is a different valid key. It is read as the same key only if
    /// the byte does not belong to it.
    @Test(arguments: ["sec1.der", "pkcs8.der"]) func noChangedByteIsOverlooked(_ name: String) throws {
        let der = try Repository.vector("keys/good/" + name)
        let scalar = try KeyFile(bytes: der).onlyPrivateKey().rawRepresentation.revealed
        let start = try #require((0...der.count - 32).first { Array(der[$0..<$0 + 32]) == scalar })
        for offset in start..<start + 32 {
            var other = der
            other[offset] ^= 1
            #expect(throws: KeyError.halvesDiffer) { try KeyFile(bytes: other) }
        }
    }
}
