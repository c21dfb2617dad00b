import AttributionCommandModel
import AttributionECDSA

// The only place where the program ends well; where it runs out of memory it ends by `Exhaustion`.
System.ignoreWriteSignals()
System.reserveStandardDescriptors()
Exhaustion.watch()
#if AAK_STATIC
    // The libcrypto in this very file is not the one that the host's openssl.cnf speaks of.
    CryptoLibrary.ignoreConfiguration()
#endif
let status = Program.run(System.arguments)
SecretBytes.cleanseTraces(kilobytes: 64)
System.exit(status)
