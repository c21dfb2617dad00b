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
#include <openssl/pkcs12.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/x509.h>

#endif
