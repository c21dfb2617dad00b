// Users need only one import: timelines contain timestamps, windows and keys, and documents report faults.
@_exported import AttributionModel
@_exported import AttributionSchema
