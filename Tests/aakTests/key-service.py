"""A signer for --signer as a program that keeps running, over the package `cryptography`.

usage: key-service.py KEY [raw]

It reads lines, each the base64url of a text, and answers the base64 of the text's signature: DER, or with `raw` r and s in 64
bytes in base64url without padding. It stands for the client of a key service, which would be asked in the place of `key.sign`.
"""

import base64
import sys

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_pem_private_key

with open(sys.argv[1], "rb") as file:
    key = load_pem_private_key(file.read(), password=None)
for line in sys.stdin:
    text = base64.urlsafe_b64decode(line.strip() + "=" * (-len(line.strip()) % 4))
    signature = key.sign(text, ec.ECDSA(SHA256()))
    if sys.argv[2:] == ["raw"]:
        r, s = decode_dss_signature(signature)
        answer = base64.urlsafe_b64encode(r.to_bytes(32, "big") + s.to_bytes(32, "big")).rstrip(b"=")
    else:
        answer = base64.b64encode(signature)
    # At once: what is gathered in a buffer would come too late.
    print(answer.decode(), flush=True)
