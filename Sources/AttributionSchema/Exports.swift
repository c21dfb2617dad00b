// Users need only one import: schemas contain values, windows and times, and documents report faults.
@_exported import AttributionModel
