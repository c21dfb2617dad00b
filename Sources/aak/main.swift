import CommandModel
import ECDSA

// The only place where the program ends well; where it runs out of memory it ends by `Exhaustion`.
System.ignoreWriteSignals()
System.reserveStandardDescriptors()
Exhaustion.watch()
let status = Program.run(System.arguments)
SecretBytes.cleanseTraces(kilobytes: 64)
System.exit(status)
