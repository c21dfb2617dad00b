/// Checks that must run before the Swift runtime starts, and therefore cannot be written in Swift.
#include "CAttributionStart.h"

#ifdef __APPLE__
#include <crt_externs.h>
char *const *aak_environment(void) { return *_NSGetEnviron(); }
#else
extern char **environ;
char *const *aak_environment(void) { return environ; }
#endif

#ifdef __linux__
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static void say(const char *text) {
    ssize_t ignored = write(STDERR_FILENO, text, strlen(text));
    (void)ignored;
}

/// Ends the process with a message if the Swift runtime could not read the program's arguments. The runtime reads the
/// program's path and arguments from /proc. Without /proc, it aborts before `main`. If no file can be opened, it
/// passes no arguments to the program, as if the user had typed none.
///
/// The priority makes this run before the runtime's own initialisers. Lower priorities are reserved for the C
/// library.
__attribute__((constructor(101))) static void aak_refuse_to_start_without_arguments(void) {
    int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
        close(file);
        return;
    }
    int error = errno;
    if (error == EMFILE || error == ENFILE) {
        say("aak: error: cannot open any file: too many files are open\n"
            "aak: hint: raise the limit on open files (ulimit -n)\n");
    } else {
        char reason[128];
        strncpy(reason, strerror(error), sizeof reason - 1);
        reason[sizeof reason - 1] = 0;
        reason[0] = (char)tolower((unsigned char)reason[0]);
        say("aak: error: cannot read /proc: ");
        say(reason);
        say("\naak: hint: mount /proc: the Swift runtime takes the arguments of a program from it\n");
    }
    _exit(2);
}
#endif
