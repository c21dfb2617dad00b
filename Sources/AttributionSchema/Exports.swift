// One import is enough: the interface of schemas uses values, windows and times of that module, and documents report its problems.
@_exported import AttributionModel
