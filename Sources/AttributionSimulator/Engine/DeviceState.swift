import AttributionBase
import AttributionModel

/// A device's record of an impression, with its last view and its last click.
struct AdRecord {
    let impression: AdImpression
    var loadedAt: Int64?
    /// The time of the ad's first event, even if that event was refused.
    let firstEventAt: Int64
    var view: Moment?
    var click: Moment?
    /// Whether the view was evicted by a sixteenth view.
    var isEvicted = false
    /// Whether the ad was last tapped in Developer Mode, which makes a web ad a development ad.
    var wasInDeveloperMode = false
    /// Whether it was reported that the ad is shown more than once.
    var isReused = false
}

/// The time of a record, with its order among records of the same time.
struct Moment: Comparable {
    var at: Int64
    var order: Int

    static func < (left: Moment, right: Moment) -> Bool { (left.at, left.order) < (right.at, right.order) }
}

/// The framework and the case-folded identifier of an impression.
struct AdKey: Hashable {
    var framework: Framework
    var identifier: String
}

/// The key under which only one view can be open: network and app in AdAttributionKit, or only the app in
/// SKAdNetwork.
struct ViewSlot: Hashable {
    var network: String
    var app: UInt64
}

/// A publisher app and framework, whose views count toward one limit of fifteen.
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
    /// Distinguishes this opening from other openings of the same ad.
    var opening: Int
    var publisher: UInt64
    var reEngagementURL: String?
    /// Whether it stayed open for two seconds.
    var isViewed = false
    /// Whether its opening counted as the click, to which its first tap belongs.
    var isUntapped = false
}

/// The views of an ad, or its sheets of one presentation, of which some were refused when they began.
struct RefusalKey: Hashable {
    let impression: AdImpression
    /// The presentation of a sheet; nil for a view.
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

/// A conversion window, whose updates go into one postback.
struct WindowRecord {
    /// Nil until it opens.
    var state: WindowFact.State?
    var fine: FineConversionValue?
    var coarse: CoarseConversionValue?
    var isUpdated = false
}

/// The successive conversion windows of one framework.
struct WindowProgress {
    enum State {
        case waiting
        case running, over
    }

    /// Whether the winner belongs to this framework, and not only networks that lost.
    var hasWinner = false
    /// The number of windows: three for a winner, or as requested in developer settings; one if only networks that
    /// lost have windows, since they get no later postback.
    var count = 1
    var state = State.waiting
    var current = 0
    var areNonwinningPrepared = false
    private var windows = (WindowRecord(), WindowRecord(), WindowRecord())

    /// Whether no update can cause a postback any more. Even a late update causes the postbacks of networks that
    /// lost, which are prepared at that update.
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

/// The timer that SKAdNetwork before version 4 has instead of windows.
struct TimerProgress {
    /// Whether the winner's postback waits for the timer, and not only those of networks that lost.
    var hasWinner = false
    /// The last value; nil before the first update.
    var value: FineConversionValue?
    /// The time at which the timer ends. Each greater value restarts it.
    var end: Int64?
    var isOver = false
}

/// The state of a conversion's postbacks for one framework.
struct Track {
    /// The part of a track that an update reaches.
    enum Part { case windows, timer }

    var framework: Framework
    /// The windows of the parties that have windows; nil if there are none.
    var windows: WindowProgress?
    /// The timer of the parties that have a timer instead; nil if there are none.
    var timer: TimerProgress?
    var isRegistered = false
    /// Why it takes no more updates, if it ended before its windows did.
    var end: OutcomeReason?

    /// Returns nil if no party belongs to the framework.
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

    /// The part that a timeline shows, one per framework: the winner's, or else that of the networks that lost.
    var shown: Part { timer?.hasWinner ?? false || windows == nil ? .timer : .windows }

    /// Whether no update can have an effect any more.
    var isFinished: Bool { end != nil || windows?.isFinished ?? true && timer?.isOver ?? true }
}

/// A network's part in a conversion.
struct Participant {
    var impression: AdImpression
    var interaction: InteractionType
    var didWin: Bool
    /// The order of the network ID among all parties.
    var rank = 0
    var assigned: AssignedTier

    /// Whether the party's only postback waits for a timer, rather than for windows.
    var hasTimer: Bool { impression.skAdNetwork.map { !$0.version.hasWindows } ?? false }
}

struct ConversionRecord {
    var number: Int
    var app: UInt64
    var type: ConversionType
    var at: Int64
    var installation: Int
    /// The winner, followed by the nonwinning parties that get a postback.
    var parties: [Participant]
    var marketplace: String
    var country: CountryCode?
    var isDevelopment: Bool
    /// The tag that addresses this conversion; nil if the app did not opt in.
    var tag: String?
    var isOfSettings = false
    /// The tracks, AdAttributionKit's first.
    var tracks: [Track]

    var isFinished: Bool { tracks.allSatisfy(\.isFinished) }
}

/// A postback that is scheduled or sent.
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
    /// The number of recipients that are still to be sent it, now or again.
    var recipients: Int
}
