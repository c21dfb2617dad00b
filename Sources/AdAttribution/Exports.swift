// One import is enough for signing and verifying: keys, tokens, values of JSON, and what a finding is, belong to the API.
@_exported import AttributionECDSA
@_exported import AttributionJOSE
@_exported import AttributionJSON
@_exported import AttributionRules
