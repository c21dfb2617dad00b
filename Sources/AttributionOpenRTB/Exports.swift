// One import is enough: what a bid carries is signed by either framework.
@_exported import AdAttribution
@_exported import SKAdNetwork
