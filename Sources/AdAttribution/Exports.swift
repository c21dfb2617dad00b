// One import gives the whole product: signing and reading, Apple's rules, verdicts, and the receiver of postbacks.
@_exported import AttributionInspection
