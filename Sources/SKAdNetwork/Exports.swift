// One import is enough: identifiers, keys and rules are part of what an ad or a postback says.
@_exported import AdAttribution
