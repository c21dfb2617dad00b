// Users need only one import: verdicts contain keys, postbacks and rules.
@_exported import AttributionModel
