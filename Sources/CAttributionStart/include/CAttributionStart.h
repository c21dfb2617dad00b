/// Nothing to call: what is in start.c runs by itself, before the Swift runtime begins.
