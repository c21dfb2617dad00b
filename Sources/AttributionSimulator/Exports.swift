// One import is enough: moments, windows and keys belong to what a timeline says, and faults to a document.
@_exported import AdAttribution
@_exported import AttributionDocuments
