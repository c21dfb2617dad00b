// One import is enough: keys, postbacks and rules are part of what a verdict says.
@_exported import AdAttribution
