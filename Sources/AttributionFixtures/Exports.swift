// One import is enough: inputs are generated to be inspected.
@_exported import AttributionInspection
