/// There is nothing to call: the code in start.c runs by itself, before the Swift runtime starts.
