import CommandModel

// The only place where the program ends well; where it runs out of memory it ends by `Exhaustion`.
System.ignoreWriteSignals()
System.reserveStandardDescriptors()
Exhaustion.watch()
System.exit(Program.run(System.arguments))
