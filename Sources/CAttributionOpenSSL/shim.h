#ifndef AAK_COPENSSL_SHIM_H
#define AAK_COPENSSL_SHIM_H

// Calls that OpenSSL 3 deprecates. Those for signing, key creation and the fixed-key verifier have no replacement, and those for
// hashing and verification none that is as fast: what replaces them looks for algorithms by name.
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/obj_mac.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/x509.h>

#ifdef __linux__
#include <errno.h>
#include <sys/random.h>

// Fills memory with random bytes from the system. Waits only while the system has just begun and has none. Returns 1, or 0 if the
// system refuses.
static int aak_system_bytes(unsigned char *target, int count) {
    while (count > 0) {
        ssize_t written = getrandom(target, (size_t)count, 0);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return 0;
        target += written;
        count -= (int)written;
    }
    return 1;
}

static int aak_system_status(void) { return 1; }

// Lets libcrypto take all randomness from the system, instead of from a generator that its providers seed from there. Returns 1.
static inline int aak_use_system_randomness(void) {
    static const RAND_METHOD method = {
        .bytes = aak_system_bytes, .pseudorand = aak_system_bytes, .status = aak_system_status
    };
    return RAND_set_rand_method(&method);
}
#endif

// Erases `count` bytes of the stack below the caller's frame. Swift cannot allocate that much stack at once.
__attribute__((noinline, unused)) static void aak_cleanse_stack(size_t count) {
    OPENSSL_cleanse(__builtin_alloca(count), count);
}

#endif
