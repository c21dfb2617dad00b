// One import is enough: the interface for signing and verifying uses keys, tokens, JSON values and findings of these modules.
@_exported import AttributionBase
@_exported import AttributionCrypto
