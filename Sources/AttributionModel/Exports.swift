// One import suffices for signing and verifying: keys, tokens, JSON values and findings are part of the API.
@_exported import AttributionBase
@_exported import AttributionCrypto
