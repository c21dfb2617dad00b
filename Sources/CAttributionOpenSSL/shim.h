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

// Makes a public key on a curve from its uncompressed point; NULL if libcrypto lacks the curve or the point is not on it. In C,
// because the names of the parameters have to outlive the call that constructs them.
static inline EVP_PKEY *aak_public_key(const char *curve, const unsigned char *point, size_t count) {
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)curve, 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)point, count),
        OSSL_PARAM_construct_end(),
    };
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    if (context != NULL && EVP_PKEY_fromdata_init(context) == 1
        && EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters) != 1) {
        key = NULL;
    }
    EVP_PKEY_CTX_free(context);
    return key;
}

// Erases `count` bytes of the stack below the caller's frame. Swift cannot allocate that much stack at once.
__attribute__((noinline, unused)) static void aak_cleanse_stack(size_t count) {
    OPENSSL_cleanse(__builtin_alloca(count), count);
}

#endif
