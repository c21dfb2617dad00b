import AdAttribution

// The views and clicks that a device keeps for attribution.

extension DeviceSimulator {
    /// Records a click. One that moves an earlier click is reported the first time, except for the first tap in a sheet
    /// whose opening was that click.
    mutating func recordClick(_ place: Int, in sheet: Sheet? = nil) {
        if ads[place].click != nil, !ads[place].isReused, sheet?.isUntapped != true {
            ads[place].isReused = true
            record(.warning(.impressionReused, .impression(ads[place].impression)))
        }
        note(place)
        ads[place].click = moment()
    }

    mutating func recordView(_ place: Int, shownBy publisher: UInt64) {
        note(place)
        let moment = moment()
        ads[place].view = moment
        ads[place].isEvicted = false
        // A view of a clicked ad neither counts nor evicts another view.
        guard ads[place].click == nil else { return }
        let group = ViewGroup(publisher: publisher, framework: ads[place].impression.framework)
        var views = liveViews[group] ?? []
        views.removeAll { !isLive($0) }
        if views.count >= Self.viewLimit {
            let dropped = views.removeFirst().place
            ads[dropped].isEvicted = true
            record(.evicted(ads[dropped].impression))
        }
        views.append(LiveView(place: place, moment: moment))
        liveViews[group] = views
    }

    /// Returns whether a view is still the last view of its ad, unclicked, unused, and recent enough to be kept.
    private func isLive(_ view: LiveView) -> Bool {
        let ad = ads[view.place]
        return ad.view == view.moment && ad.click == nil && now - view.moment.at < Self.viewsKept
    }

    /// Adds an ad to the records of its app, unless it has one already.
    private mutating func note(_ place: Int) {
        guard ads[place].view == nil, ads[place].click == nil else { return }
        let app = ads[place].impression.advertised
        remember(app)
        apps[app]?.records.append(place)
    }

    /// Makes sure that an app has a state to change.
    mutating func remember(_ app: UInt64) {
        if apps.place(of: app) == nil { apps[app] = state(of: app) }
    }

    /// Returns the state of an app, which comes from the world if nothing has happened to the app.
    func state(of app: UInt64) -> AppState {
        if let state = apps[app] { return state }
        var state = AppState()
        if let known = world.advertisedApps[app], known.isInstalled {
            state.isInstalled = true
            state.wasInstalled = true
            state.marketplace = known.marketplace
            state.country = known.marketplace == AdvertisedApp.appStore ? known.country ?? world.country : known.country
        }
        return state
    }

    mutating func recordViewsNotEnded() {
        for place in openViews.keys.sorted() { record(.ad(.beginView, ads[place].impression, .ignored, .viewNotEnded)) }
        openViews.removeAll(keepingCapacity: true)
    }
}
