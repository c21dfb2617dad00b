// One import suffices for signing and verifying: keys, tokens, JSON values and findings are part of the API.
@_exported import AttributionECDSA
@_exported import AttributionJOSE
@_exported import AttributionJSON
@_exported import AttributionRules
