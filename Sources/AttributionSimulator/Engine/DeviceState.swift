import AttributionBase
import AttributionModel

/// A device's record of an impression, with its last view and its last click.
struct AdRecord {
    let impression: AdImpression
    var loadedAt: Int64?
    /// The time of the ad's first event, even if that was refused.
    let firstEventAt: Int64
    var view: Moment?
    var click: Moment?
    /// Whether the view was evicted by the sixteenth view of its group.
    var isEvicted = false
    /// Whether the last tap was made in Developer Mode, which makes a web ad a development ad.
    var wasInDeveloperMode = false
    /// Whether it was already reported that the ad is shown again.
    var isReused = false
}

/// The time of a record, and a number that orders records of the same time.
struct Moment: Comparable {
    var at: Int64
    var order: Int

    static func < (left: Moment, right: Moment) -> Bool { (left.at, left.order) < (right.at, right.order) }
}

/// The framework of an impression, and its identifier in lower case.
struct AdKey: Hashable {
    var framework: Framework
    var identifier: String
}

/// Identifies views of which only one can be open at a time: those of a network and an app in AdAttributionKit, and those of an app in
/// SKAdNetwork.
struct ViewSlot: Hashable {
    var network: String
    var app: UInt64
}

/// A publisher app and a framework. Together, their views are limited to fifteen.
struct ViewGroup: Hashable {
    var publisher: UInt64
    var framework: Framework
}

/// An ad's overlay or product page.
struct SheetKey: Hashable {
    var index: Int
    var presentation: Presentation
}

struct Sheet {
    /// The number of the opening, which distinguishes it from other openings for the same ad.
    var opening: Int
    var publisher: UInt64
    var reEngagementURL: String?
    /// Whether the sheet stayed open for two seconds.
    var isViewed = false
    /// Whether opening it counted as the click, which its first tap does not repeat.
    var isUntapped = false
}

/// An ad and a presentation, of whose views or sheets some were refused when they began.
struct RefusalKey: Hashable {
    let impression: AdImpression
    /// The presentation of the sheet; nil for a view.
    let sheet: Presentation?

    static func == (left: RefusalKey, right: RefusalKey) -> Bool {
        left.sheet == right.sheet && left.impression.hasSameContent(as: right.impression)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(sheet)
        hasher.combine(impression.identifier)
        hasher.combine(impression.network)
        hasher.combine(impression.advertised)
        hasher.combine(impression.publisher)
        hasher.combine(impression.source)
        hasher.combine(impression.timestamp)
        hasher.combine(impression.skAdNetwork)
    }
}

/// A conversion window. The updates during a window determine one postback.
struct WindowRecord {
    /// Nil before the window opens.
    var state: WindowFact.State?
    var fine: FineConversionValue?
    var coarse: CoarseConversionValue?
    var isUpdated = false
}

/// The conversion windows of one framework, which follow each other.
struct WindowProgress {
    enum State {
        case waiting
        case running, over
    }

    /// Whether the winner belongs to this framework. Otherwise only nonwinning networks do.
    var hasWinner = false
    /// The number of windows: three for a winner, or as chosen in developer settings. It is one if only nonwinning networks have windows,
    /// because they get a single postback.
    var count = 1
    var state = State.waiting
    var current = 0
    var areNonwinningPrepared = false
    private var windows = (WindowRecord(), WindowRecord(), WindowRecord())

    /// Whether updates can no longer cause a postback. Nonwinning postbacks are prepared with an update, even a late one.
    var isFinished: Bool { state == .over && (hasWinner || areNonwinningPrepared) }

    subscript(window: Int) -> WindowRecord {
        get { window == 0 ? windows.0 : window == 1 ? windows.1 : windows.2 }
        set {
            switch window {
            case 0: windows.0 = newValue
            case 1: windows.1 = newValue
            default: windows.2 = newValue
            }
        }
    }
}

/// The timer of SKAdNetwork before version 4, which has no windows.
struct TimerProgress {
    /// Whether the winner's postback waits for the timer. Otherwise only nonwinning ones do.
    var hasWinner = false
    /// The last value; nil before the first update.
    var value: FineConversionValue?
    /// The time at which the timer ends. Each higher value restarts it.
    var end: Int64?
    var isOver = false
}

/// The state of a conversion's postbacks in one framework.
struct Track {
    /// The part of a track to which an update applies.
    enum Part { case windows, timer }

    var framework: Framework
    /// The windows of the networks that have windows; nil if there are none.
    var windows: WindowProgress?
    /// The timer of the networks that have a timer instead; nil if there are none.
    var timer: TimerProgress?
    var isRegistered = false
    /// Why updates no longer apply, if the track ended before its windows did.
    var end: OutcomeReason?

    /// Returns nil if no network of the conversion belongs to the framework.
    init?(_ framework: Framework, of parties: [Participant]) {
        self.framework = framework
        for party in parties where party.impression.framework == framework {
            if party.hasTimer {
                if timer == nil { timer = TimerProgress() }
                if party.didWin { timer?.hasWinner = true }
            } else {
                if windows == nil { windows = WindowProgress() }
                if party.didWin {
                    windows?.hasWinner = true
                    windows?.count = 3
                }
            }
        }
        if windows == nil, timer == nil { return nil }
    }

    /// Whether the winner belongs to this framework.
    var hasWinner: Bool { windows?.hasWinner ?? false || timer?.hasWinner ?? false }

    /// The part that the timeline shows, since it shows only one per framework: that of the winner, or else of the nonwinning networks.
    var shown: Part { timer?.hasWinner ?? false || windows == nil ? .timer : .windows }

    /// Whether no update can have an effect any more.
    var isFinished: Bool { end != nil || windows?.isFinished ?? true && timer?.isOver ?? true }

    /// Why updates no longer apply to the postbacks; nil if they do.
    var fault: OutcomeReason? { end ?? (isFinished ? .windowsOver : nil) }
}

/// A network's part in a conversion, as the winner or as a runner-up.
struct Participant {
    var impression: AdImpression
    var interaction: InteractionType
    var didWin: Bool
    /// The position of the network ID among those of all participants, in order.
    var rank = 0
    var assigned: AssignedTier

    /// Whether there is a single postback, which waits for a timer instead of windows.
    var hasTimer: Bool { impression.skAdNetwork.map { !$0.version.hasWindows } ?? false }
}

struct ConversionRecord {
    var number: Int
    var app: UInt64
    var type: ConversionType
    var at: Int64
    var installation: Int
    /// The winner, followed by the runners-up that get a nonwinning postback.
    var parties: [Participant]
    var marketplace: String
    var country: CountryCode?
    var isDevelopment: Bool
    /// The conversion tag, by which updates can address this conversion; nil if the app did not opt in.
    var tag: String?
    var isOfSettings = false
    /// The tracks. That of AdAttributionKit is the first.
    var tracks: [Track]

    var isFinished: Bool { tracks.allSatisfy(\.isFinished) }
}

/// A postback that was scheduled or sent.
struct PendingPostback {
    var conversion: Int
    var party: Int
    var index: Int
    var fine: FineConversionValue?
    var coarse: CoarseConversionValue?
    var preparedAt: Int64
    /// The time of the first attempt.
    var leavesAt: Int64
    var hasCopy: Bool
    /// The number of recipients to which the postback must still be sent, for the first time or again.
    var recipients: Int
}
