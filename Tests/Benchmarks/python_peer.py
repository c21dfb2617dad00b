"""Verifies a file of tokens with a Python library and prints tokens a second, the reading of files not counted."""

import base64
import sys
import time

library, key_path, token_path = sys.argv[1:]
with open(key_path, "rb") as file:
    pem = file.read()
with open(token_path) as file:
    tokens = file.read().split()

if library == "joserfc":
    from joserfc import jws
    from joserfc.jwk import ECKey

    key = ECKey.import_key(pem)

    def verify(token):
        return jws.deserialize_compact(token, key, algorithms=["ES256"])
elif library == "PyJWT":
    import jwt
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    key = load_pem_public_key(pem)

    def verify(token):
        return jwt.decode(token, key, algorithms=["ES256"])
else:
    from cryptography.hazmat.primitives.asymmetric.ec import ECDSA
    from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    key = load_pem_public_key(pem)

    def verify(token):
        signed, _, signature = token.rpartition(".")
        raw = base64.urlsafe_b64decode(signature + "==")
        der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        key.verify(der, signed.encode(), ECDSA(SHA256()))

start = time.perf_counter()
for token in tokens:
    verify(token)
print(len(tokens) / (time.perf_counter() - start))
