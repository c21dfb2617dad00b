import AdAttribution
import AttributionBytes
import AttributionJSON

/// The common values of a group of postbacks, as the text of a JSON array.
enum GroupKey {
    static func append(
        _ fields: [GroupField], _ verdict: InputVerdict, _ fact: CountedPostback, _ postback: borrowing PostbackMembers,
        _ slots: borrowing JSONSlots, token: borrowing JSONSlots, outer: JSONView?, campaigns: [Int],
        zone: TimeZoneOffset, to key: inout ByteBuffer
    ) {
        key.openArray()
        for field in fields {
            key.separate()
            switch field {
            case .known(.campaign): append(campaigns: campaigns, to: &key)
            case .known(let known) where known.timeSpan != nil: append(known.timeSpan, fact.time, zone, to: &key)
            case .known(let known): append(known, verdict, fact, postback, to: &key)
            case .other(let field): append(postback.value(of: field, in: slots, token: token), to: &key)
            case .outer(let path): append(outer.flatMap { OuterMember.find(path, in: $0) }, to: &key)
            }
        }
        key.closeArray()
    }

    private static func append(
        _ field: GroupField.Common, _ verdict: InputVerdict, _ fact: CountedPostback,
        _ postback: borrowing PostbackMembers, to key: inout ByteBuffer
    ) {
        switch field {
        case .verdict: append(text: verdict.rawValue, to: &key)
        case .environment: append(text: fact.environment?.rawValue, to: &key)
        case .framework: append(text: fact.framework.rawValue, to: &key)
        case .version: append(postback.version, to: &key)
        case .adNetworkIdentifier: append(postback.network, to: &key)
        case .advertisedItemIdentifier: append(postback.advertisedItem, to: &key)
        case .sourceIdentifier: append(postback.source, to: &key)
        case .campaignIdentifier: append(postback.campaign, to: &key)
        case .digits: append(number: fact.digits, to: &key)
        case .tier: append(text: fact.tiers?.rangeName, to: &key)
        case .window: append(number: fact.window?.rawValue, to: &key)
        case .didWin: append(postback.didWin, to: &key)
        case .conversionType: append(text: fact.conversionType?.rawValue, to: &key)
        case .interactionType: append(text: fact.interaction?.rawValue, to: &key)
        case .publisherItemIdentifier: append(postback.publisher, to: &key)
        case .marketplaceIdentifier: append(postback.marketplace, to: &key)
        case .countryCode: append(postback.country, to: &key)
        case .fineValue: append(postback.fine, to: &key)
        case .coarseValue: append(postback.coarse, to: &key)
        case .campaign, .hour, .day, .week: key.append("null")
        }
    }

    /// Appends the index of the only possible campaign, an array of the indices of several, or null.
    static func append(campaigns: [Int], to key: inout ByteBuffer) {
        guard campaigns.count != 1 else { return append(number: campaigns.first, to: &key) }
        guard !campaigns.isEmpty else { return key.append("null") }
        key.openArray()
        for campaign in campaigns {
            key.separate()
            key.append(decimal: campaign)
        }
        key.closeArray()
    }

    /// Appends the number of the hour, day or week.
    static func append(_ unit: TimeSpanUnit?, _ time: Timestamp?, _ zone: TimeZoneOffset, to key: inout ByteBuffer) {
        append(number: unit.flatMap { unit in time.map { zone.place(of: $0, in: unit) } }, to: &key)
    }

    private static func append(text: String?, to key: inout ByteBuffer) {
        guard let text else { return key.append("null") }
        JSONText.appendString(text, to: &key)
    }

    private static func append(number: Int?, to key: inout ByteBuffer) {
        guard let number else { return key.append("null") }
        key.append(decimal: max(0, number))
    }

    /// Appends a value so that equal values have equal texts, however they were written.
    private static func append(_ view: JSONView?, to key: inout ByteBuffer) {
        guard let view else { return key.append("null") }
        if view.kind == .string, view.hasEscapes || !view.content.isPrintableASCII {
            JSONText.appendString(view.string, to: &key)
        } else {
            JSONText.appendCompact(view, to: &key)
        }
    }
}

/// Finds a member of the line around an input.
enum OuterMember {
    /// - Parameter path: names separated by dots. A name may itself contain dots.
    static func find(_ path: String, in value: JSONView) -> JSONView? {
        guard value.kind == .object else { return nil }
        if let member = value.member(named: path) { return member }
        var place = path.startIndex
        while let dot = path[place...].firstIndex(of: ".") {
            if let member = value.member(named: String(path[..<dot])),
                let found = find(String(path[path.index(after: dot)...]), in: member)
            {
                return found
            }
            place = path.index(after: dot)
        }
        return nil
    }
}
