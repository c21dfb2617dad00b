import AttributionModel
import AttributionSimulator

/// A rare situation in which an update finds a device. Random scenarios that have none of them prove little.
enum ModelSituation: Hashable, CaseIterable {
    /// A conversion that was cleared with nothing waiting would hide the one that the update reaches.
    case reachesBehindCleared
    /// Such a conversion is the newest of the app, and no other is left. Its window would still be locked, or is over.
    case findsLockedCleared, findsOverCleared
    /// Such a conversion is behind the newest, of which something waited when it was cleared.
    case findsClearedBehindCleared
    /// The update lacks the coarse value that the winner's window needs, and registers what lost in another framework.
    case registersLosersOfAdAttributionKit, registersLosersOfSKAdNetwork
}

extension DeviceModel {
    mutating func update(_ app: UInt64, _ update: ValueUpdate) {
        guard (0...63).contains(update.fine) else {
            tell(ModelLine.update(app, update, .refused, .fineOutOfRange))
            return
        }
        if update.tag != nil, !world.app(app).overlaps {
            tell(ModelLine.update(app, update, .refused, .conversionTagNotSupported))
            return
        }
        let installation = installations[app]?.number
        let own = conversions.indices.filter {
            conversions[$0].app == app && conversions[$0].installation == installation
        }
        func isMeant(_ index: Int) -> Bool {
            conversions[index].type == .reEngagement ? update.forReEngagements : update.forInstalls
        }

        if let tag = update.tag {
            guard let index = own.last(where: { conversions[$0].tag == tag && !conversions[$0].isOver }) else {
                tell(ModelLine.update(app, update, .refused, .invalidConversionTag))
                return
            }
            launched(app)
            reach(index, update)
            return
        }
        // A call implies that the app was launched, regardless of its result.
        launched(app)
        guard let newest = own.last else {
            tell(ModelLine.update(app, update, .ignored, .noPendingConversion))
            return
        }
        let target = own.last { isMeant($0) && !conversions[$0].isOver }
        note(target, among: own.filter(isMeant))
        if let index = target {
            reach(index, update)
        } else if !isMeant(newest) {
            tell(ModelLine.update(app, update, .ignored, .typeNotAddressed, conversion: newest + 1))
        } else {
            tell(ModelLine.update(app, update, .ignored, stateOfWinner(newest), conversion: newest + 1))
        }
    }

    /// Notes how an update without a tag meets conversions that were cleared, among those of the types that it addresses.
    private mutating func note(_ target: Int?, among meant: [Int]) {
        func hasWindow(_ index: Int) -> Bool { conversions[index].courses[0].windows.contains { $0.until > now } }
        let cleared = meant.filter { conversions[$0].wasEmptyWhenCleared }
        guard let last = cleared.last, let newest = meant.last else { return }
        if let target {
            if last > target, hasWindow(last) { situations.insert(.reachesBehindCleared) }
        } else if last == newest {
            situations.insert(hasWindow(last) ? .findsLockedCleared : .findsOverCleared)
        } else if conversions[newest].isOfSettings, conversions[newest].courses[0].isSuperseded, hasWindow(last) {
            situations.insert(.findsClearedBehindCleared)
        }
    }

    /// Returns the reason why a conversion takes no more updates, which is the state of its winner.
    private func stateOfWinner(_ index: Int) -> OutcomeReason {
        let course = conversions[index].courses.first { $0.winner != nil }
        if course?.isSuperseded == true { return .noPendingConversion }
        return course?.isLate == true ? .firstUpdateLate : .windowsOver
    }

    private enum Effect {
        case taken(index: Int)
        case ignored(OutcomeReason)
    }

    private mutating func reach(_ place: Int, _ update: ValueUpdate) {
        let app = conversions[place].app
        // SKAdNetwork's calls also reach AdAttributionKit, but not vice versa.
        let reached = conversions[place].courses.indices.filter {
            update.framework == .skAdNetwork || conversions[place].courses[$0].framework == .adAttributionKit
        }
        if reached.isEmpty {
            tell(ModelLine.update(app, update, .ignored, .otherFramework, conversion: place + 1))
            return
        }
        var winnersCode: OutcomeReason?
        var code: OutcomeReason?
        var winnersIndex: Int?
        var index: Int?
        var late: [Framework] = []
        for number in reached {
            let isWinner = conversions[place].courses[number].winner != nil
            switch take(place, number, update) {
            case .taken(let found):
                if !isWinner, conversions[place].courses[number].areWindowsOver {
                    late.append(conversions[place].courses[number].framework)
                }
                if isWinner { winnersIndex = found }
                index = index ?? found
            case .ignored(let found):
                if isWinner { winnersCode = found }
                code = code ?? found
            }
        }
        if winnersCode == .coarseMissing {
            for framework in late {
                situations.insert(
                    framework == .skAdNetwork ? .registersLosersOfSKAdNetwork : .registersLosersOfAdAttributionKit)
            }
        }
        if let index {
            tell(
                ModelLine.update(
                    app, update, .recorded, nil, conversion: place + 1, index: winnersIndex ?? index))
        } else {
            tell(ModelLine.update(app, update, .ignored, winnersCode ?? code, conversion: place + 1))
        }
    }

    private mutating func take(_ index: Int, _ number: Int, _ update: ValueUpdate) -> Effect {
        let course = conversions[index].courses[number]
        if course.isLate { return .ignored(.firstUpdateLate) }
        if course.isSuperseded { return .ignored(.windowsOver) }
        if course.isTimer { return takeByTimer(index, number, update) }
        if course.windows.isEmpty { openNext(index, number) }
        let needsCoarse = update.framework == .skAdNetwork && update.coarse == nil
        guard let window = conversions[index].courses[number].current else {
            // Networks that lost are registered now, and their postbacks are sent immediately.
            if course.isOver { return .ignored(.windowsOver) }
            register(index, number)
            prepareLosers(index, number)
            return .taken(index: 0)
        }
        if window.isLocked { return .ignored(.windowLocked) }
        if needsCoarse, window.index > 0 {
            // Networks that lost have no value, so the call serves them.
            prepareLosers(index, number)
            return .ignored(.coarseMissing)
        }
        conversions[index].courses[number].windows[window.index].hasUpdate = true
        conversions[index].courses[number].windows[window.index].fine = update.fine
        if let coarse = update.coarse { conversions[index].courses[number].windows[window.index].coarse = coarse }
        register(index, number)
        // They were not registered when their window ended.
        if window.index > 0 { prepareLosers(index, number) }
        if update.locks { lock(index, number, .byUpdate) }
        return .taken(index: window.index)
    }

    /// Before version 4, the timer starts with the first update, and restarts with each greater value.
    private mutating func takeByTimer(_ index: Int, _ number: Int, _ update: ValueUpdate) -> Effect {
        let course = conversions[index].courses[number]
        if course.windows.isEmpty {
            openNext(index, number)
            register(index, number)
        } else {
            guard let window = course.current else { return .ignored(.windowsOver) }
            if update.fine <= window.fine ?? -1 { return .ignored(.valueNotGreater) }
            conversions[index].courses[number].windows[0].until = now + timerLength(index)
        }
        conversions[index].courses[number].windows[0].hasUpdate = true
        conversions[index].courses[number].windows[0].fine = update.fine
        return .taken(index: 0)
    }

    /// The first update registers the postbacks of its framework.
    private mutating func register(_ index: Int, _ number: Int) {
        for peer in conversions[index].courses(of: conversions[index].courses[number].framework) {
            conversions[index].courses[peer].isRegistered = true
        }
    }
}
