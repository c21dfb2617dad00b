import AttributionCommandModel
import AttributionECDSA

// The program ends here, except after running out of memory; see `Exhaustion`.
System.ignoreWriteSignals()
System.reserveStandardDescriptors()
Exhaustion.watch()
#if AAK_STATIC
    // The statically linked libcrypto is not the one that the host's openssl.cnf is for.
    CryptoLibrary.ignoreConfiguration()
#endif
let status = Program.run(System.arguments)
SecretBytes.cleanseTraces(kilobytes: 64)
System.exit(status)
