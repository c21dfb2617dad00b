#ifndef AAK_COPENSSL_SHIM_H
#define AAK_COPENSSL_SHIM_H

// Signing, key creation and the fixed-key verifier need calls that OpenSSL 3 deprecates without a replacement.
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

// A macro that Swift cannot import.
static const int aak_public_key_selection = EVP_PKEY_PUBLIC_KEY;

// Erases `count` bytes of the stack below the caller's frame. Swift cannot allocate that much stack at once.
__attribute__((noinline, unused)) static void aak_cleanse_stack(size_t count) {
    OPENSSL_cleanse(__builtin_alloca(count), count);
}

#endif
