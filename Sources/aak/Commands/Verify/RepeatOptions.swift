import AttributionBase
import AttributionCommandModel
import AttributionModel

/// The options for accepting each identifier only once, within a run and across runs.
enum RepeatOptions {
    static let unique = TypedOption.flag(
        "unique", summary: "reject inputs whose identifier is missing or repeated",
        details: """
            Apple asks networks to count each identifier once; for SKAdNetwork \(versionsOfWindows), each \
            transaction-id once per window. Bare tokens are accepted only with --accept token. Whether an input counts \
            as a repeat depends only on signed values, so changing unsigned fields has no effect on it. A repeat gets \
            the verdict repeated, with "same":true if it has the same contents as the first, as an honest retry does, \
            and "same":false if its signed or unsigned fields differ. All identifiers from the run and from --seen are \
            kept in memory, each with a mark, which is a digest of the input's contents. A UUID takes 32 to 64 bytes, \
            including its mark.
            """, group: "Repeats")
    static let seen = TypedOption.values(
        "seen", .file("FILE|DIR"),
        summary:
            "treat the identifiers in FILE, or in the files of a folder, as already seen",
        details: """
            Each line contains one identifier, usually a UUID in either letter case, followed by a window (/0, /1 or \
            /2) if it is a transaction-id of SKAdNetwork \(versionsOfWindows), and optionally by a tab and a mark of \
            16 hexadecimal digits. Without a mark, the verdict on a repeat has no "same". An identifier that is not a \
            UUID must have a mark. A last line without a line feed must have a mark too, because otherwise the line \
            could be cut off unnoticed. The lines may be in any order; blank and repeated lines are allowed. A line in \
            any other form ends the run with status 2 before anything is verified. A UUID in FILE matches a \
            postback-identifier, an impression-identifier, a transaction-id or a nonce. In a folder, all files are \
            read except the --remember file and files whose names begin with a dot.
            """, group: "Repeats", relations: [.requires([unique])])
    static let remember = TypedOption.value(
        "remember", .file("FILE", writing: .memory(readBy: "seen")),
        summary: "write the identifiers of valid inputs to FILE, for --seen in later runs",
        details: """
            FILE and the --output file are replaced together, under the conditions described for --output; otherwise, \
            both stay unchanged. If FILE is in a --seen folder, FILE is not read, so that repeating the run gives the \
            same results. If the results go to standard output, FILE contains exactly the identifiers whose verdicts \
            were written, even if a signal or a closed pipe ends the run. Only one run at a time can write to FILE. If \
            that run also reads FILE's folder with --seen, no other run can write a --remember file in that folder, so \
            that no two runs count the same identifier. A second run ends with status 2.
            """, group: "Repeats", relations: [.requires([unique])])

    private static let versionsOfWindows = alternatives(
        SKAdNetworkVersion.allCases.filter(\.hasWindows).map(\.rawValue))
}
