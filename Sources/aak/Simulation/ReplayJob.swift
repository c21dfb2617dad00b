import AttributionInspection
import AttributionSimulator
import Bytes

/// What a run over many devices is to do, worked out once.
struct ReplayJob: Sendable {
    /// What is wanted of the timelines.
    enum Wish: Sendable {
        case lines(TimelineWriter.Selection, explains: Bool)
        case summary
        case crowd
    }

    let world: World
    let campaign: Campaign?
    let judgement: TokenJudgement
    let sealing: Sealing
    let wish: Wish
    let countsPublisher: Bool
    let style: DiagnosticStyle
    /// Whether the first bad line ends the run.
    var stopsAtFirst = false
    /// Whether bad lines are kept.
    var keepsRejects = false
}

/// Plays the devices of one piece after another. One a thread.
struct ReplayWorker: ~Copyable {
    private let job: ReplayJob
    private var player: LogPlayer
    private var writer: TimelineWriter
    private var scratch = ByteBuffer()

    init(_ job: ReplayJob) {
        self.job = job
        let judgement = job.judgement
        player = LogPlayer(job.world) { judgement.impression($0) }
        var selection = TimelineWriter.Selection.timeline
        var explains = false
        if case .lines(let wanted, let isExplained) = job.wish { (selection, explains) = (wanted, isExplained) }
        writer = TimelineWriter(sealer: job.sealing.sealer(), selection: selection, explains: explains)
    }

    mutating func play(_ piece: ReplayPiece) {
        if let campaign = job.campaign {
            for number in piece.devices { play(number, of: campaign, piece) }
            return
        }
        let text = unsafe piece.bytes.bytes
        var start = 0
        var next = 0
        var part = ReplayPiece.Part(offset: 0, input: 0, name: "", firstLine: 1)
        var line = 1
        var isNoted = false
        var oversized = piece.oversized[...]
        while start < text.count, !piece.endsRun {
            while next < piece.parts.count, piece.parts[next].offset <= start {
                part = piece.parts[next]
                line = part.firstLine
                next += 1
                isNoted = false
            }
            let end = unsafe text.firstOffset(of: ASCII.newline, from: start) ?? text.count
            if let long = oversized.first, long.offset == start {
                oversized.removeFirst()
                piece.lineCount += 1
                piece.inputsWithLines.insert(part.input)
                isNoted = true
                unsafe reject([.lineTooLong(long.length)], text.part(start..<start), part, line, piece)
            } else {
                let content = unsafe text.part(start..<end)
                let trimmed = unsafe content.trimmed
                if unsafe !trimmed.isEmpty {
                    piece.lineCount += 1
                    if !isNoted { piece.inputsWithLines.insert(part.input) }
                    isNoted = true
                    unsafe take(trimmed, content, &part, line, piece)
                }
            }
            start = end + 1
            line += 1
        }
        if piece.endsRun { drain(piece) } else { endDevice(piece) }
    }

    /// - Parameter content: the line with white space at its ends.
    private mutating func take(
        _ trimmed: UnsafeRawBufferPointer, _ content: UnsafeRawBufferPointer, _ part: inout ReplayPiece.Part,
        _ line: Int, _ piece: ReplayPiece
    ) {
        do throws(LogPlayer.Fault) {
            if try unsafe player.read(trimmed) {
                endDevice(piece)
                player.beginDevice()
                piece.counts.tally.addDevice()
                piece.begun.append(.init(hash: player.deviceHash, file: part.name, line: line))
            }
            try player.play()
            if player.entries.count > 128 { drain(piece) }
        } catch {
            if player.endsDevice { endDevice(piece) }
            switch error {
            case .syntax(let fault):
                guard let format = part.fault else {
                    return unsafe reject([Diagnostic(InputFault.json(fault))], content, part, line, piece)
                }
                // Told once, for all of its lines.
                unsafe reject(part.tellsFault ? [format] : [], content, part, line, piece)
                part.tellsFault = false
            case .faults(let faults):
                unsafe reject(faults.map { Diagnostic($0, file: nil) }, content, part, line, piece)
            }
        }
    }

    private mutating func play(_ number: Int, of campaign: Campaign, _ piece: ReplayPiece) {
        piece.lineCount += 1
        player.beginDevice(named: Campaign.name(of: number + 1))
        piece.counts.tally.addDevice()
        for event in campaign.events(of: number + 1) {
            player.play(event)
            if player.entries.count > 128 { drain(piece) }
        }
        endDevice(piece)
    }

    private mutating func endDevice(_ piece: ReplayPiece) {
        player.finishDevice()
        drain(piece)
    }

    private func reject(
        _ problems: [Diagnostic], _ content: UnsafeRawBufferPointer, _ part: ReplayPiece.Part, _ line: Int,
        _ piece: ReplayPiece
    ) {
        piece.rejectedCount += 1
        if let first = problems.first {
            piece.messages.count(first, Array(problems.dropFirst()))
            if !job.style.isQuiet {
                for problem in problems { piece.messages.append(problem, job.style, file: part.name, line: line) }
            }
        }
        if job.keepsRejects, unsafe !content.isEmpty {
            unsafe piece.rejects.append(content)
            piece.rejects.append(ASCII.newline)
        }
        if job.stopsAtFirst { piece.endsRun = true }
    }

    /// Writes or counts what was decided.
    private mutating func drain(_ piece: ReplayPiece) {
        switch job.wish {
        case .summary: for entry in player.entries { piece.counts.tally.add(entry) }
        case .crowd: for entry in player.entries { piece.counts.crowd.add(entry, countsPublisher: job.countsPublisher) }
        case .lines(let selection, _):
            let entries = player.entries
            for entry in entries where selection.includes(entry.fact) {
                unsafe player.withDevice { device in
                    unsafe writer.append(entry, device: device, scratch: &scratch, to: &piece.output.bytes)
                }
                piece.output.endLine(as: .json)
            }
        }
        player.removeEntries()
    }
}
