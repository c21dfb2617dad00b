#ifndef AAK_COPENSSL_SHIM_H
#define AAK_COPENSSL_SHIM_H

// The fixed-key verifier multiplies points itself. OpenSSL 3 deprecates those calls without replacing them.
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

// Overwrites as many bytes of the stack below its caller's frame. Swift has no way to ask for that much of it at once.
__attribute__((noinline, unused)) static void aak_cleanse_stack(size_t count) {
    OPENSSL_cleanse(__builtin_alloca(count), count);
}

#endif
