// One import is enough: the interface uses timestamps, windows and keys of that module, and documents report its problems.
@_exported import AttributionModel
@_exported import AttributionSchema
