// One import is enough: verdicts are what a report counts, and faults belong to a document.
@_exported import AttributionInspection
@_exported import AttributionSchema
