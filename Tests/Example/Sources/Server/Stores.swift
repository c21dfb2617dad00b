import AdAttribution

// What the article leaves to its reader.

func store(_ identifier: String, _ source: SourceIdentifier, _ value: ConversionValue?) {
    precondition(!identifier.isEmpty)
}

func log(_ text: String) { precondition(!text.isEmpty) }
