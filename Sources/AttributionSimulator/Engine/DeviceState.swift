import AdAttribution
import AttributionBytes

/// What a device remembers of an ad: one record an impression, with its last view and its last click.
struct AdRecord {
    var impression: AdImpression
    /// When it was last fetched.
    var loadedAt: Int64?
    /// When it first came, be that event refused or not.
    let firstEventAt: Int64
    var view: Moment?
    var click: Moment?
    /// Whether its view was dropped for a sixteenth.
    var isEvicted = false
    /// Whether it was last tapped in Developer Mode, which makes a web ad a development one.
    var wasInDeveloperMode = false

    init(_ impression: AdImpression, at time: Int64) {
        self.impression = impression
        firstEventAt = time
    }
}

/// When something was recorded, and its place among what was recorded at that time.
struct Moment: Comparable {
    var at: Int64
    var order: Int

    static func < (left: Moment, right: Moment) -> Bool { (left.at, left.order) < (right.at, right.order) }
}

/// An impression by its framework and identifier, letter case aside.
struct AdKey: Hashable {
    var framework: AdFramework
    var identifier: String
}

/// What only one view at a time may hold: a network's and app's in AdAttributionKit, an app's in SKAdNetwork.
struct ViewSlot: Hashable {
    var network: String
    var app: UInt64
}

struct OpenView {
    var begunAt: Int64
    var slot: ViewSlot
    /// The app that shows it, 0 for none known.
    var publisher: UInt64
}

/// Views of one publisher app and framework, of which a device keeps fifteen.
struct ViewGroup: Hashable {
    var publisher: UInt64
    var framework: AdFramework
}

/// A view among those of its group, which counts as long as its ad has no later one.
struct LiveView {
    var place: Int
    var moment: Moment
}

/// An overlay or a product page of an ad.
struct SheetKey: Hashable {
    var place: Int
    var presentation: Presentation
}

struct Sheet {
    /// Tells this opening from later ones of the same ad.
    var opening: Int
    var publisher: UInt64
    var reEngagementURL: String?
    /// Whether it was open for two seconds.
    var isViewed = false
}

/// What was refused when it began or opened, so that its end or close says the same.
struct Refusal {
    var ad: ShownAd
    /// Whether it would have been a sheet, and not a view.
    var isSheet: Bool
    var code: Code

    /// Whether an end or close is of it.
    func isOf(_ other: ShownAd, isSheet: Bool) -> Bool {
        self.isSheet == isSheet && (!isSheet || ad.presentation == other.presentation)
            && ad.impression.hasSameContent(as: other.impression)
    }
}

/// What a device remembers of an app.
struct AppState {
    var isInstalled = false
    var wasInstalled = false
    /// Tells this installation from later ones.
    var installation = 0
    var marketplace = AdvertisedApp.appStore
    var country: CountryCode?
    var cooldownEnd = Int64.min
    /// The places of its conversions, oldest first.
    var conversions: [Int] = []
    var reEngagements = 0
    /// When its counted re-engagements were.
    var limited: [Int64] = []
    /// The places of the ads that lead to it and have something recorded.
    var records: [Int] = []
}

/// A span in which updates go into one postback.
struct WindowRecord {
    enum State { case waiting, open, locked, closed, removed }

    var state = State.waiting
    var fine: FineConversionValue?
    var coarse: CoarseConversionValue?
    var isUpdated = false
}

/// The conversion windows of a framework, one after another.
struct WindowCourse {
    enum State {
        /// Until the windows begin.
        case waiting
        case running, over
    }

    /// Whether the winner's postbacks come of them, and not only those of networks that lost.
    var hasWinner = false
    /// How many there are: three for a winner, unless its postbacks are made by hand; one for networks that lost, since they
    /// get no later postback.
    var count = 1
    var state = State.waiting
    var current = 0
    var areNonwinningPrepared = false
    private var windows = (WindowRecord(), WindowRecord(), WindowRecord())

    /// Whether no postback can come of an update any more. Those of networks that lost can, however late they are
    /// registered: they are prepared at that update.
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

/// The timer of SKAdNetwork before version 4, which takes the place of windows.
struct TimerCourse {
    /// Whether the winner's postback waits for it, and not only those of networks that lost.
    var hasWinner = false
    /// Nil until the first update.
    var value: FineConversionValue?
    /// When it runs out; each greater value starts it again.
    var end: Int64?
    var isOver = false
}

/// The course of one framework's postbacks of a conversion.
struct Track {
    /// Why it ended before its windows did.
    enum End {
        /// The time for the first update went by.
        case late
        case superseded
        case cleared
    }

    /// What an update can reach of it.
    enum Part { case windows, timer }

    var framework: AdFramework
    /// Of the parties that have windows; nil where none has.
    var windows: WindowCourse?
    /// Of the parties that have a timer instead; nil where none has.
    var timer: TimerCourse?
    var isRegistered = false
    var end: End?

    /// Nil where no party is of the framework.
    init?(_ framework: AdFramework, of parties: [Party]) {
        self.framework = framework
        for party in parties where party.impression.framework == framework {
            if party.hasTimer {
                if timer == nil { timer = TimerCourse() }
                if party.didWin { timer?.hasWinner = true }
            } else {
                if windows == nil { windows = WindowCourse() }
                if party.didWin {
                    windows?.hasWinner = true
                    windows?.count = 3
                }
            }
        }
        if windows == nil, timer == nil { return nil }
    }

    /// Whether the winner is of this framework.
    var hasWinner: Bool { windows?.hasWinner ?? false || timer?.hasWinner ?? false }

    /// Whose windows a timeline shows: those of the winner, else of the networks that lost; one set a framework.
    var shown: Part { timer?.hasWinner ?? false || windows == nil ? .timer : .windows }

    /// Whether nothing can come of an update any more.
    var isFinished: Bool {
        end != nil || windows?.isFinished ?? true && timer?.isOver ?? true
    }
}

/// One network's part in a conversion.
struct Party {
    var impression: AdImpression
    var interaction: InteractionType
    var didWin: Bool
    /// By network ID among all parties.
    var rank = 0
    var assigned: AssignedTier

    /// Whether its one postback waits for a timer, and not for windows.
    var hasTimer: Bool { impression.skAdNetwork.map { !$0.version.hasWindows } ?? false }
}

struct ConversionRecord {
    var number: Int
    var app: UInt64
    var type: ConversionType
    var at: Int64
    var installation: Int
    /// The winner first; nonwinning ones that get a postback after it.
    var parties: [Party]
    var marketplace: String
    var country: CountryCode?
    var isDevelopment: Bool
    /// By which an update finds it; nil where the app did not opt in.
    var tag: String?
    var isOfSettings = false
    var isLaunched = false
    /// AdAttributionKit's first, then SKAdNetwork's.
    var tracks: [Track]

    var isFinished: Bool { tracks.allSatisfy(\.isFinished) }
}

/// A postback that leaves at its time.
struct PendingPostback {
    var conversion: Int
    var party: Int
    var index: Int
    var fine: FineConversionValue?
    var coarse: CoarseConversionValue?
    var preparedAt: Int64
    var leavesAt: Int64
    var hasCopy: Bool
    /// Whether it left at least once.
    var isLeft = false
    /// Cleared in developer settings, or sent from there at another time.
    var isGone = false
}
