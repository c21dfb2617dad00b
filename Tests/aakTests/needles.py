#!/usr/bin/env python3
"""Writes what must not be found of a private key: needles.py JWK PEM... > NEEDLES, in hexadecimal, one a line.

These are pieces of the scalar in both byte orders, and of its base64 in the JWK and in each PEM file. A piece that is left
in memory gives the key away as a whole does, or nearly so.
"""
import base64
import json
import re
import sys


def pieces(data, size, step):
    return [data[at : at + size] for at in range(0, len(data) - size + 1, step)]


text = json.load(open(sys.argv[1], encoding="ascii"))["d"]
scalar = base64.urlsafe_b64decode(text + "=")
needles = pieces(scalar, 12, 4) + pieces(scalar[::-1], 12, 4) + pieces(text.encode(), 16, 8)
for path in sys.argv[2:]:
    body = re.sub(r"-----.*?-----|\s", "", open(path, encoding="ascii").read())
    at = base64.b64decode(body).index(scalar)
    needles += pieces(body[-(-at * 8 // 6) : (at + 32) * 8 // 6].encode(), 12, 6)
print("\n".join(needle.hex() for needle in needles))
