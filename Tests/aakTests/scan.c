/* Loaded into a program, looks at its exit through its memory, but for the stack, for the texts of a file, one in hexadecimal a line, and
   writes for each place where one stands: the line's number and the mapping. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 256 };

/* All that knows the needles lies here, and is passed over. */
static struct {
    unsigned char text[1 << 16], needles[MOST][MOST];
    size_t counts[MOST];
    /* How far to go on where these two bytes are the last that the shortest needle could have: nowhere if they are those of a
       needle, as far as it is long if they are in none. Few places have to be compared with all needles, and few looked at. */
    unsigned char steps[1 << 16];
    char maps[1 << 18];
} own;

static size_t all(const char *path, void *to, size_t room) {
    int file = open(path, O_RDONLY);
    size_t count = 0;
    ssize_t got;
    while (file >= 0 && count < room - 1 && (got = read(file, (char *)to + count, room - 1 - count)) > 0) count += got;
    if (file >= 0) close(file);
    ((char *)to)[count] = 0;
    return count;
}

static int digit(int c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

__attribute__((destructor)) static void scan(void) {
    const char *needles = getenv("NEEDLES"), *report = getenv("REPORT");
    if (!needles || !report) return;
    int out = open(report, O_WRONLY | O_CREAT | O_APPEND, 0600);
    all(needles, own.text, sizeof own.text);
    all("/proc/self/maps", own.maps, sizeof own.maps);
    int lines = 0;
    size_t least = MOST;
    for (unsigned char *at = own.text; *at; at++) {
        size_t count = 0;
        for (; *at && *at != '\n' && count < MOST && lines < MOST; at += 2)
            own.needles[lines][count++] = digit(at[0]) << 4 | digit(at[1]);
        if (count < 2 || (*at && *at != '\n')) {
            dprintf(out, "line %d cannot be looked for\n", lines + 1);
            break;
        }
        own.counts[lines++] = count;
        if (count < least) least = count;
        if (!*at) break;
    }
    memset(own.steps, least - 1, sizeof own.steps);
    for (int line = 0; line < lines; line++)
        for (size_t end = 1; end < least; end++) {
            unsigned char *step = &own.steps[own.needles[line][end - 1] << 8 | own.needles[line][end]];
            if (least - 1 - end < *step) *step = least - 1 - end;
        }
    for (char *map = own.maps; map && *map; map = strchr(map, '\n') ? strchr(map, '\n') + 1 : 0) {
        uintptr_t from, to;
        char rights[5], name[200] = "";
        if (sscanf(map, "%lx-%lx %4s %*s %*s %*s %199[^\n]", &from, &to, rights, name) < 3) continue;
        /* What is neither to be read nor memory; code, which nobody writes to; and the stack, where functions of libcrypto leave
           traces that nobody can erase from outside. */
        if (rights[0] != 'r' || (rights[1] != 'w' && rights[2] == 'x') || strstr(name, "[v") || strstr(name, "[stack")) continue;
        for (unsigned char *p = (void *)from; p + least <= (unsigned char *)to; p++) {
            unsigned char step;
            while ((step = own.steps[p[least - 2] << 8 | p[least - 1]])) {
                p += step;
                if (p + least > (unsigned char *)to) break;
            }
            if (step) break;
            if (p >= (unsigned char *)&own && p < (unsigned char *)(&own + 1)) continue;
            for (int line = 0; line < lines; line++)
                if (own.counts[line] <= (size_t)((unsigned char *)to - p) && !memcmp(p, own.needles[line], own.counts[line]))
                    dprintf(out, "%d %s %p\n", line + 1, name, (void *)p);
        }
    }
    dprintf(out, "scanned %d\n", lines);
    close(out);
}
