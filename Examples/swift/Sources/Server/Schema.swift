import AttributionReport

/// The value that an app reports for a person who comes back and buys, and what it means to the receiver.
func valueOfPurchase(by document: String) throws -> (
    sent: ConversionSchema.WindowValue?, says: ConversionSchema.Meaning?
) {
    let schema = try ConversionSchema(parsing: document.utf8)
    let values = schema.values(after: [
        try .init(ConversionSchema.launch, after: .seconds(0)),
        try .init("purchase", revenue: Money("4.01"), after: .seconds(3600)),
    ])
    guard let value = values.first, let fine = value.fine else { return (nil, nil) }
    return (value, schema.meaning(of: .fine(fine), in: value.window))
}
