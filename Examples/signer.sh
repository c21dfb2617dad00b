#!/bin/sh
# A program for aak's --signer: for each line, a text in base64url, it writes the signature of the text in base64.
#
# usage: signer.sh KEY
#
# The key is in a file here, so that it can be tried. An HSM or a key service takes the place of `openssl pkeyutl`, such as
#
#   pkcs11-tool --sign --mechanism ECDSA --id 01 --pin env:PIN --input-file "$folder/digest" --output-file "$folder/signature"
#   aws kms sign --key-id alias/acme --message "fileb://$folder/digest" --message-type DIGEST \
#       --signing-algorithm ECDSA_SHA_256 --output text --query Signature
#
# of which the latter gives base64 already.
set -eu
folder=$(mktemp -d "${TMPDIR:-/tmp}/signer.XXXXXX")
trap 'rm -rf "$folder"' EXIT
trap 'exit 143' INT TERM HUP
while read -r line; do
    # base64url to base64, with its padding; then the digest of the text is signed.
    text=$(printf %s "$line" | tr '_-' '/+')
    while [ $((${#text} % 4)) -ne 0 ]; do text=$text=; done
    printf '%s\n' "$text" | openssl base64 -d -A | openssl dgst -sha256 -binary >"$folder/digest"
    openssl pkeyutl -sign -inkey "$1" -in "$folder/digest" -pkeyopt digest:sha256 | openssl base64 -A
    echo
done
