import AttributionBase

/// The members of an input that is shown without being verified.
///
/// They are computed, so that their names are constants in the modules of both writers.
package enum DecodedMember {
    @inlinable package static var header: OutputMember { .init("header", "The header of the token.") }
    @inlinable package static var payload: OutputMember {
        .init("payload", "What the token claims. It was not verified.")
    }
    @inlinable package static var unsigned: OutputMember {
        .init("unsigned", "The fields outside the token, which are not signed: anyone can write them.")
    }
    @inlinable package static var time: OutputMember {
        .init("timestamp-rfc3339", "The timestamp beside it as a date, with --time.")
    }

    package static let all = [header, payload, unsigned, time, ResultMember.path, ResultMember.log]
}
