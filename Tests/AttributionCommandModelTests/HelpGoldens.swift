/// The expected help of the fixture, reviewed by hand.
enum HelpGoldens {
    static let root = #"""
        usage: aak [options] COMMAND ...
        work with AdAttributionKit

        Examples:
          See the help:
            aak help

        Commands:
          sign     sign ad impressions
          key      make and convert keys
          inspect  show what a token says
          convert  convert a token

        Run aak COMMAND -h for examples, aak COMMAND --help for more.

        """#

    static let sign = #"""
        usage: aak sign [options] [PAYLOAD ...]
        sign ad impressions

        Examples:
          Sign one payload:
            aak sign -k key.pem payload.json
          Sign from a pipe:
            cat payload.json |
              aak sign --key=key.pem -

        Common options:
          PAYLOAD ...             file with a payload
          -k, --key FILE          sign with the private key in FILE
          -f, --field NAME=VALUE  set a field

        More: aak sign --help

        """#

    static let inspect = #"""
        usage: aak inspect [options] TOKEN ...
        show what a token says

        Common options:
          TOKEN ...  token to show

        More: aak inspect --help

        """#

    static let family = #"""
        usage: aak key COMMAND ...
        make and convert keys

        Commands:
          public  extract the public key
          jwk     write a key as JWK

        Run aak key COMMAND -h for examples, aak key COMMAND --help for more.

        """#

    static let signInFull = #"""
        usage: aak sign [options] [PAYLOAD ...]

        sign ad impressions

        Examples:
          Sign one payload:
            aak sign -k key.pem payload.json

          Sign from a pipe:
            cat payload.json |
              aak sign --key=key.pem -

        Reads payloads, e.g. the output of another program, and
        signs each of them. The key never leaves memory.

        .Nm at the start, a \ and a ~/path must come out as typed --
        and so must --key and “quotes”.

        Arguments:
          PAYLOAD ...             file with a payload

        Options:
          -k, --key FILE          sign with the private key in FILE
                                  The file is PEM or JWK. A name of
                                  '-' means standard input.
          -v, --verbose           say more (repeatable)
              --deterministic     sign the same payload the same way
                                  each time

        Fields:
          -f, --field NAME=VALUE  set a field (repeatable)
              --count N           sign this many times (an integer
                                  from 1 to 9)

        Output:
              --format jws|pem    write this format
          -o, --out DIR           write into DIR

        Help:
          -h                      show short help
              --help              show full help

        Exit status:
          0  Everything was signed.
          2  Bad usage.

        Rules:
          There is one rule: it's signed.

            .rule 'a' - b

            \end

        Environment:
          AAK_KEY  The key to sign with.

        """#
}
