import AdAttribution
import Bytes

/// What a device remembers of an ad: one record an impression, with its last view and its last click.
struct AdRecord {
    var impression: AdImpression
    /// When it was last fetched.
    var loadedAt: Int64?
    var firstEventAt: Int64
    var view: Moment?
    var click: Moment?
    /// Whether its view was dropped for a sixteenth.
    var isEvicted = false
    /// The app that showed it, 0 for none known.
    var publisher: UInt64 = 0
    /// Whether it was tapped or opened in Developer Mode, which makes a web ad a development one.
    var wasInDeveloperMode = false
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
}

/// Views of one publisher app and framework, of which a device keeps fifteen.
struct ViewGroup: Hashable {
    var publisher: UInt64
    var framework: AdFramework
}

struct Sheet {
    var openedAt: Int64
    /// Tells this opening from later ones of the same ad.
    var opening: Int
    var ad: ShownAd
    var isRecorded = false
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
    /// Whether the mode it opened in makes it short.
    var isShort = false
}

/// The course of one framework's postbacks of a conversion.
struct Track {
    enum State {
        /// Until the windows begin.
        case waiting
        case running
        case over
        /// The time for the first update went by.
        case late
        case superseded
        case cleared
    }

    var framework: AdFramework
    /// Whether the winner is of this framework.
    var hasWinner: Bool
    /// Whether the winner has a timer instead of windows.
    var hasTimer = false
    /// How many windows yield postbacks.
    var windowCount = 3
    var state = State.waiting
    var isRegistered = false
    var current = 0
    var windows = (WindowRecord(), WindowRecord(), WindowRecord())
    /// The timer's value and end, which counts as no longer running once it is nil again.
    var timerValue: FineConversionValue?
    var timerEnd: Int64?
    var isTimerOver = false
    var areNonwinningPrepared = false

    init(_ framework: AdFramework, hasWinner: Bool) {
        self.framework = framework
        self.hasWinner = hasWinner
    }

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

    /// Whether nothing can come of an update any more.
    var isFinished: Bool {
        switch state {
        case .waiting, .running: false
        case .over, .late, .superseded, .cleared: true
        }
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
    var publisher: UInt64?
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
