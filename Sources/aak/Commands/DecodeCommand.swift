import AdAttribution
import Bytes
import CommandModel
import JOSE
import StrictJSON

/// `aak decode`: shows what tokens say.
enum DecodeCommand {
    static let command = Command(
        name: "decode",
        summary: "show what tokens say, without checking signatures",
        discussion: [
            """
            Writes one line for each token: its header and its payload, and for a postback body also the fields outside \
            the signature, as "unsigned". JSON text is passed through as it is, with its order, escapes and numbers; \
            only white space between its tokens is dropped.
            """,
            """
            A line may be a compact JWS, a postback body (jws-string), an OpenRTB object with adattributionkit.jwt or \
            jwt, or a bare payload.
            """,
            "Nothing is verified: anyone can write a token that decodes. Use aak verify before believing one.",
        ],
        operand: Operand(
            "INPUT", summary: "a compact JWS, a JSON text, or a file of them; - is standard input", isRepeating: true,
            value: .file),
        options: [
            Option("payload", summary: "write the payload alone", group: "What to show"),
            Option("header", summary: "write the header alone", group: "What to show"),
            Option(
                "field", value: .init("NAME"),
                summary: "write the value of one member; strings without quotes",
                details: "It is looked for in the payload, then among the unsigned fields, then in the header.",
                group: "What to show"),
        ] + CommonOptions.output + [CommonOptions.at] + CommonOptions.streaming + CommonOptions.diagnostics,
        sections: [CommonOptions.exitStatus],
        examples: [
            Example(
                "Show a token", "aak decode eyJhbGciOiJFUzI1NiIsImtpZCI6ImV4YW1wbGUuYWRhdHRyaWJ1dGlvbmtpdCJ9.e30.AA"),
            Example(
                "The source identifiers of a file of tokens", "aak decode --field source-identifier -i tokens.txt"),
        ])

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        let selections =
            ["payload", "header"].filter { invocation.flag($0) } + (invocation.value("field") == nil ? [] : ["field"])
        guard selections.count <= 1 else {
            throw invocation.usage("--\(selections[0]) and --\(selections[1]) are given, want one of them")
        }
        let lines = try LineCommand(invocation, console)
        let selection: Selection =
            if let name = invocation.value("field") { .field(name) } else if invocation.flag("payload") {
                .payload
            } else if invocation.flag("header") { .header } else { .everything }
        let (status, count) = try lines.run { Decoder($0, selection) }
        if console.outputIsTerminal, count > 0 {
            console.reportNotice("hint: nothing was verified; use aak verify to check signatures", rule: "unverified")
        }
        return status
    }

    enum Selection: Equatable, Sendable {
        case everything, payload, header
        case field(String)
    }
}

/// Decodes lines into a reused buffer.
private struct Decoder: LineProcessor, ~Copyable {
    let context: LineContext
    private let selection: DecodeCommand.Selection
    private var reader = JWSReader()
    private var recogniser = LineRecogniser()
    private var scratch = ByteBuffer()

    init(_ context: LineContext, _ selection: DecodeCommand.Selection) {
        self.context = context
        self.selection = selection
    }

    mutating func process(_ line: Line, _ result: inout BatchResult) throws(Rejection) {
        let content = try recogniser.recognise(line)
        if case .field(let name) = selection {
            let kind = try appendField(name, of: content, to: &result.output.bytes)
            result.output.endLine(as: kind)
        } else {
            try appendObjects(of: content, to: &result.output.bytes)
            result.output.endLine(as: .json)
        }
    }

    private mutating func appendObjects(of content: LineContent, to output: inout ByteBuffer) throws(Rejection) {
        guard let token = try unsafe content.readableToken() else {
            // A bare payload has nothing around it.
            guard selection != .header else { throw Rejection(content.missing("header")) }
            if selection == .everything { output.append("{\"payload\":") }
            if let object = content.object { JSONText.appendCompact(object, to: &output) }
            if selection == .everything { output.append(ASCII.closeBrace) }
            return
        }
        do throws(JWSError) {
            let parts = try unsafe JWSParts(token)
            try unsafe reader.readHeader(token.part(parts.header))
            switch selection {
            case .header:
                unsafe output.append(reader.header.bytes)
                // A payload that is not shown is checked all the same.
                scratch.removeAll()
                try unsafe reader.appendPayload(token.part(parts.payload), to: &scratch)
            case .payload:
                try unsafe reader.appendPayload(token.part(parts.payload), to: &output)
            default:
                output.append("{\"header\":")
                unsafe output.append(reader.header.bytes)
                output.append(",\"payload\":")
                try unsafe reader.appendPayload(token.part(parts.payload), to: &output)
                if content.kind == .postbackBody, let object = content.object {
                    output.append(",\"unsigned\":")
                    appendMembers(of: object, without: "jws-string", to: &output)
                }
                output.append(ASCII.closeBrace)
            }
            try unsafe reader.checkSignatureEncoding(token.part(parts.signature))
        } catch {
            throw Rejection(Diagnostic(error))
        }
    }

    private mutating func appendField(_ name: String, of content: LineContent, to output: inout ByteBuffer)
        throws(Rejection) -> ResultLines.Kind
    {
        var found: JSONView?
        scratch.removeAll()
        if let token = try unsafe content.readableToken() {
            do throws(JWSError) {
                let parts = try unsafe JWSParts(token)
                try unsafe reader.readHeader(token.part(parts.header))
                try unsafe reader.appendPayload(token.part(parts.payload), to: &scratch)
                try unsafe reader.checkSignatureEncoding(token.part(parts.signature))
            } catch {
                throw Rejection(Diagnostic(error))
            }
            found = reader.payloadView(in: scratch, from: 0)?.member(named: name)
            if found == nil, content.kind == .postbackBody { found = content.object?.member(named: name) }
            if found == nil { found = reader.headerView?.member(named: name) }
        } else {
            found = content.object?.member(named: name)
        }
        guard let found else { throw Rejection(content.missing(name)) }
        guard found.kind == .string else {
            JSONText.appendCompact(found, to: &output)
            return .json
        }
        // A line break inside a value would look like two results.
        let text = found.string
        if text.utf8.contains(where: { $0 < 0x20 }) {
            unsafe output.append(found.raw)
            return .json
        }
        output.append(text: text)
        return .text
    }
}

/// Appends an object without one of its members.
func appendMembers(of object: JSONView, without name: StaticString, to output: inout ByteBuffer) {
    output.append(ASCII.openBrace)
    var isFirst = true
    var members = object.members
    while let member = members.next() {
        if member.name.isString(name) { continue }
        if !isFirst { output.append(ASCII.comma) }
        isFirst = false
        unsafe output.append(member.name.raw)
        output.append(ASCII.colon)
        JSONText.appendCompact(member.value, to: &output)
    }
    output.append(ASCII.closeBrace)
}
