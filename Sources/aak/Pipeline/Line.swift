/// One line of a batch, without white space at its ends. Valid while the batch is worked on.
@safe
struct Line {
    let bytes: UnsafeRawBufferPointer
    /// The same with the white space, as it is kept for `--rejects`.
    let original: UnsafeRawBufferPointer
    /// Where the original begins in its batch's bytes.
    var offset = 0
    /// Its number in the file, from 1; for arguments, which argument it is.
    let number: Int
}
