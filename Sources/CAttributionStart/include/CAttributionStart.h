/// The code in start.c that runs by itself, before the Swift runtime starts, needs no declaration.

/// Returns the environment for a child process. Swift cannot read the global variable of C.
char *const *aak_environment(void);
