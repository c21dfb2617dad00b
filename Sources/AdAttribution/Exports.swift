// The product as one import: what signs and reads, Apple's rules, verdicts and the receiver.
@_exported import AttributionInspection
