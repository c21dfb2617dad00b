// One import is enough: the interface uses keys, postbacks and rules of that module.
@_exported import AttributionModel
