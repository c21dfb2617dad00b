// One import is enough for signing and verifying: keys, tokens, values of JSON, and what a finding is, belong to the API.
@_exported import ECDSA
@_exported import JOSE
@_exported import Rules
@_exported import StrictJSON
