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
}

/// Counts that every thread makes for itself, and that are added at the end.
struct ReplayCounts: Sendable {
    var tally = Tally()
    var crowd = CrowdCounts()
}

/// Plays the devices of one piece after another. One a thread.
struct ReplayWorker: ~Copyable {
    private let job: ReplayJob
    private var player: LogPlayer
    private var writer: TimelineWriter
    private var scratch = ByteBuffer()
    private(set) var counts = ReplayCounts()

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
        var part = 0
        var line = piece.parts.first?.firstLine ?? 1
        var oversized = piece.oversized[...]
        while start < text.count {
            while part + 1 < piece.parts.count, piece.parts[part + 1].offset <= start {
                part += 1
                line = piece.parts[part].firstLine
            }
            let end = unsafe text.firstOffset(of: ASCII.newline, from: start) ?? text.count
            let place = (file: piece.parts.isEmpty ? "" : piece.parts[part].file, line: line)
            if let long = oversized.first, long.offset == start {
                oversized.removeFirst()
                piece.lineCount += 1
                reject([.lineTooLong(long.length)], place, piece)
            } else {
                unsafe take(text.part(start..<end).trimmed, place, piece)
            }
            start = end + 1
            line += 1
        }
        endDevice(piece)
    }

    private mutating func take(
        _ line: UnsafeRawBufferPointer, _ place: (file: String, line: Int), _ piece: ReplayPiece
    ) {
        guard unsafe !line.isEmpty else { return }
        piece.lineCount += 1
        do throws(LogPlayer.Fault) {
            if try unsafe player.read(line) {
                endDevice(piece)
                player.beginDevice()
                counts.tally.addDevice()
            }
            try player.play()
            if player.entries.count > 128 { drain(piece) }
        } catch {
            switch error {
            case .syntax(let fault):
                reject([Diagnostic(message: "the line is no JSON: \(fault)")], place, piece)
            case .faults(let faults): reject(faults.map { Diagnostic($0, file: nil) }, place, piece)
            }
        }
    }

    private mutating func play(_ number: Int, of campaign: Campaign, _ piece: ReplayPiece) {
        piece.lineCount += 1
        player.beginDevice(named: Campaign.name(of: number + 1))
        counts.tally.addDevice()
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

    private func reject(_ problems: [Diagnostic], _ place: (file: String, line: Int), _ piece: ReplayPiece) {
        piece.rejectedCount += 1
        guard !job.style.isQuiet else { return }
        for problem in problems { job.style.append(problem, file: place.file, line: place.line, to: &piece.messages) }
    }

    /// Writes or counts what was decided.
    private mutating func drain(_ piece: ReplayPiece) {
        switch job.wish {
        case .summary: for entry in player.entries { counts.tally.add(entry) }
        case .crowd: for entry in player.entries { counts.crowd.add(entry, countsPublisher: job.countsPublisher) }
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
