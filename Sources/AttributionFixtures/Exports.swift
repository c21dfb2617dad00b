// One import is enough: inputs are made to be looked at.
@_exported import AttributionInspection
