// One import is enough: a report counts verdicts, and documents have faults.
@_exported import AttributionInspection
@_exported import AttributionSchema
