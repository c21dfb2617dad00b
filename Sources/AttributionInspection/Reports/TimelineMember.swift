import AttributionBase

/// The members of the lines of a timeline, which `aak simulate` writes and `aak report` reads.
///
/// They are computed, so that their names are constants in the modules of both too.
package enum TimelineMember {
    @inlinable package static var at: OutputMember { .init("at", "When it happened.") }
    @inlinable package static var device: OutputMember { .init("device", "The device, in a log of several devices.") }
    @inlinable package static var event: OutputMember { .init("event", "What happened.") }
    @inlinable package static var name: OutputMember { .init("name", "The name of the app's event.") }
    @inlinable package static var kind: OutputMember {
        .init("kind", "Whether a launch was an installation, a redownload or a re-engagement.")
    }
    @inlinable package static var fine: OutputMember {
        .init("fine", "The fine conversion value of an update by a schema.")
    }
    @inlinable package static var coarse: OutputMember {
        .init("coarse", "The coarse conversion value of an update by a schema.")
    }
    @inlinable package static var lock: OutputMember {
        .init("lock", "Whether an update by a schema locked the conversion window.")
    }
    @inlinable package static var framework: OutputMember {
        .init("framework", "The framework of the ad, of the window or of the postback.")
    }
    @inlinable package static var environment: OutputMember {
        .init("environment", "Production, or development for a device in Developer Mode.")
    }
    @inlinable package static var tier: OutputMember {
        .init("tier", "The data tier, 0 to 3, by which the postback was made.")
    }
    @inlinable package static var withheld: OutputMember {
        .init("withheld", "The fields that the postback lacks, each with the reason.")
    }
    @inlinable package static var found: OutputMember {
        .init("found", "What was found, in words, where a guideline was broken.")
    }
    @inlinable package static var wanted: OutputMember { .init("wanted", "What the guideline requires, in words.") }
    @inlinable package static var revenue: OutputMember {
        .init("revenue", "The revenue of the app's event, or of the day's ads.")
    }
    @inlinable package static var app: OutputMember { .init("app", "The app.") }
    @inlinable package static var impression: OutputMember { .init("impression", "The identifier of the impression.") }
    @inlinable package static var network: OutputMember { .init("network", "The ad network.") }
    @inlinable package static var key: OutputMember {
        .init("key", "The key of the app's Info.plist that the warning is about.")
    }
    @inlinable package static var outcome: OutputMember {
        .init("outcome", "What became of the event, or of an impression that was considered.")
    }
    @inlinable package static var code: OutputMember { .init("code", "The name of the reason for what happened.") }
    @inlinable package static var error: OutputMember { .init("error", "The error that the call throws on a device.") }
    @inlinable package static var reason: OutputMember {
        .init("reason", "The code or error in words; for a slot or an action, the name of the reason.")
    }
    @inlinable package static var because: OutputMember {
        .init("because", "The schema's entry that led to the update.")
    }
    @inlinable package static var why: OutputMember { .init("why", "Why it happened, with --explain.") }
    @inlinable package static var conversion: OutputMember {
        .init("conversion", "The conversion's number on the device, starting at 1.")
    }
    @inlinable package static var index: OutputMember {
        .init("index", "The postback-sequence-index of the conversion window: 0 for the first.")
    }
    @inlinable package static var type: OutputMember { .init("type", "The type of the conversion.") }
    @inlinable package static var winner: OutputMember { .init("winner", "The impression that won the attribution.") }
    @inlinable package static var runnersUp: OutputMember {
        .init("runners-up", "The impressions that took part and lost. Each of their networks gets one postback.")
    }
    @inlinable package static var considered: OutputMember {
        .init("considered", "All impressions that were considered; each that did not win has a code that says why.")
    }
    @inlinable package static var interaction: OutputMember {
        .init("interaction", "Whether the ad was viewed or clicked.")
    }
    @inlinable package static var state: OutputMember { .init("state", "The new state of the window, slot or action.") }
    @inlinable package static var until: OutputMember { .init("until", "When the window closes.") }
    @inlinable package static var to: OutputMember {
        .init("to", "The recipient of the postback, or the new orientation of the device.")
    }
    @inlinable package static var body: OutputMember { .init("body", "The postback's body, as the device sends it.") }
    @inlinable package static var attempt: OutputMember {
        .init("attempt", "The number of the attempt to deliver the postback, starting at 1.")
    }
    @inlinable package static var status: OutputMember {
        .init("status", "The HTTP status of the server's answer; 0 means no answer.")
    }
    @inlinable package static var url: OutputMember { .init("url", "The URL that the tap opened.") }
    @inlinable package static var on: OutputMember { .init("on", "Whether the setting is on.") }
    @inlinable package static var up: OutputMember { .init("up", "Whether the network is up.") }
    @inlinable package static var screen: OutputMember { .init("screen", "The screen of the app that shows ads.") }
    @inlinable package static var slot: OutputMember { .init("slot", "The slot of the app that shows ads.") }
    @inlinable package static var size: OutputMember { .init("size", "The size of the ad.") }
    @inlinable package static var leavesApplication: OutputMember {
        .init("leaves-application", "Whether the action leaves the app.")
    }
    @inlinable package static var day: OutputMember { .init("day", "The day, in UTC.") }
    @inlinable package static var requests: OutputMember { .init("requests", "How often a slot asked for an ad.") }
    @inlinable package static var fills: OutputMember { .init("fills", "How often a slot got an ad.") }
    @inlinable package static var impressions: OutputMember { .init("impressions", "How many ads were shown.") }
    @inlinable package static var testImpressions: OutputMember {
        .init("test-impressions", "How many test ads, which earn nothing, were shown.")
    }
    @inlinable package static var clicks: OutputMember { .init("clicks", "How many ads were tapped.") }
    @inlinable package static var ecpm: OutputMember {
        .init("ecpm", "The revenue per thousand impressions; null if there were no impressions.")
    }
    @inlinable package static var currency: OutputMember { .init("currency", "The currency of the amounts.") }

    package static let all = [
        at, device, event, name, kind, fine, coarse, lock, framework, environment, tier, withheld, found,
        wanted, revenue, app, impression, network, key, outcome, code, error, reason, because, why, conversion,
        index, type, winner, runnersUp, considered, interaction, state, until, to, body, attempt, status, url,
        on, up, screen, slot, size, leavesApplication, day, requests, fills, impressions, testImpressions,
        clicks, ecpm, currency,
    ]
}
