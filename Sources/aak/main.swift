import CommandModel

// The only place where the program ends.
System.ignoreWriteSignals()
System.reserveStandardDescriptors()
System.exit(Program.run(System.arguments))
