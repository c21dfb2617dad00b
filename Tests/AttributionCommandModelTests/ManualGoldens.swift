/// The expected manual pages of the fixture, reviewed by hand.
enum ManualGoldens {
    static let root = #"""
        .Dd November 21, 2025
        .Dt AAK 1
        .Os
        .Sh NAME
        .Nm aak
        .Nd work with AdAttributionKit
        .Sh SYNOPSIS
        .Nm aak
        .Op Fl \-color Cm always | never
        .Ar command
        .Op Ar argument ...
        .Sh DESCRIPTION
        Work with AdAttributionKit.
        .Pp
        A toolkit for ad network engineers.
        .Pp
        The commands are as follows:
        .Bl -tag -width Ds
        .It Cm sign
        Sign ad impressions.
        See
        .Xr aak-sign 1 .
        .It Cm key
        Make and convert keys.
        See
        .Xr aak-key 1 .
        .It Cm inspect
        Show what a token says.
        See
        .Xr aak-inspect 1 .
        .It Cm convert
        Convert a token.
        See
        .Xr aak-convert 1 .
        .It Cm help Op Ar command ...
        Show the full help of a command.
        .El
        .Pp
        The options are as follows:
        .Bl -tag -width Ds
        .It Fl \-color Cm always | never
        Color the output.
        .El
        .Pp
        Help:
        .Bl -tag -width Ds
        .It Fl h
        Show short help.
        .It Fl \-help
        Show full help.
        .It Fl \-version
        Show the version.
        .El
        .Sh FILES
        .Bl -tag -width Ds
        .It Sy \(ti/.aak
        Settings.
        .El
        .Sh EXAMPLES
        See the help:
        .Bd -literal -offset indent
        aak help
        .Ed
        .Sh SEE ALSO
        .Xr aak-convert 1 ,
        .Xr aak-inspect 1 ,
        .Xr aak-key 1 ,
        .Xr aak-sign 1

        """#

    static let sign = #"""
        .Dd November 21, 2025
        .Dt AAK-SIGN 1
        .Os
        .Sh NAME
        .Nm aak-sign
        .Nd sign ad impressions
        .Sh SYNOPSIS
        .Nm aak sign
        .Op Fl \-key Ar FILE
        .Op Fl \-verbose
        .Op Fl \-deterministic
        .Op Fl \-field Ar NAME=VALUE
        .Op Fl \-count Ar N
        .Op Fl \-format Cm jws | pem
        .Op Fl \-out Ar DIR
        .Op Ar PAYLOAD ...
        .Sh DESCRIPTION
        Sign ad impressions.
        .Pp
        Reads payloads, e.g. the output of another program, and signs each of them.
        The key never leaves memory.
        .Pp
        \&.Nm at the start, a \e and a \(ti/path must come out as typed \-\- and so
        must \-\-key and \[u201C]quotes\[u201D].
        .Bl -tag -width Ds
        .It Ar PAYLOAD ...
        File with a payload.
        .El
        .Pp
        The options are as follows:
        .Bl -tag -width Ds
        .It Fl k , Fl \-key Ar FILE
        Sign with the private key in FILE.
        .Pp
        The file is PEM or JWK.
        A name of \(aq\-\(aq means standard input.
        .It Fl v , Fl \-verbose
        Say more.
        This option may be given more than once.
        .It Fl \-deterministic
        Sign the same payload the same way each time.
        .El
        .Pp
        Fields:
        .Bl -tag -width Ds
        .It Fl f , Fl \-field Ar NAME=VALUE
        Set a field.
        This option may be given more than once.
        .It Fl \-count Ar N
        Sign this many times.
        The value is an integer from 1 to 9.
        .El
        .Pp
        Output:
        .Bl -tag -width Ds
        .It Fl \-format Cm jws | pem
        Write this format.
        .It Fl o , Fl \-out Ar DIR
        Write into DIR.
        .El
        .Pp
        Help:
        .Bl -tag -width Ds
        .It Fl h
        Show short help.
        .It Fl \-help
        Show full help.
        .El
        .Sh RULES
        There is one rule: it's signed.
        .Bd -literal -offset indent
        \&.rule \(aqa\(aq \- b

        \eend
        .Ed
        .Sh ENVIRONMENT
        .Bl -tag -width Ds
        .It Sy AAK_KEY
        The key to sign with.
        .El
        .Sh EXIT STATUS
        .Bl -tag -width Ds
        .It Sy 0
        Everything was signed.
        .It Sy 2
        Bad usage.
        .El
        .Sh EXAMPLES
        Sign one payload:
        .Bd -literal -offset indent
        aak sign \-k key.pem payload.json
        .Ed
        .Pp
        Sign from a pipe:
        .Bd -literal -offset indent
        cat payload.json |
          aak sign \-\-key=key.pem \-
        .Ed
        .Sh SEE ALSO
        .Xr aak 1 ,
        .Xr aak-convert 1 ,
        .Xr aak-inspect 1 ,
        .Xr aak-key 1

        """#

    static let family = #"""
        .Dd November 21, 2025
        .Dt AAK-KEY 1
        .Os
        .Sh NAME
        .Nm aak-key
        .Nd make and convert keys
        .Sh SYNOPSIS
        .Nm aak key public
        .Ar KEY
        .Nm aak key jwk
        .Op Fl \-curve Cm p256 | p384
        .Op Ar KEY
        .Sh DESCRIPTION
        Make and convert keys.
        .Pp
        The options are as follows:
        .Bl -tag -width Ds
        .It Fl h
        Show short help.
        .It Fl \-help
        Show full help.
        .El
        .Ss aak key public
        Extract the public key.
        .Bl -tag -width Ds
        .It Ar KEY
        File with a private key.
        .El
        .Ss aak key jwk
        Write a key as JWK.
        .Bl -tag -width Ds
        .It Ar KEY
        File with a key.
        .El
        .Pp
        The options are as follows:
        .Bl -tag -width Ds
        .It Fl \-curve Cm p256 | p384
        Expect this curve.
        .El
        .Sh SEE ALSO
        .Xr aak 1 ,
        .Xr aak-convert 1 ,
        .Xr aak-inspect 1 ,
        .Xr aak-sign 1

        """#
}
