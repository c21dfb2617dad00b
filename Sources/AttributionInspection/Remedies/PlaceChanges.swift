import AttributionBase

// Changes that take inputs out of members.

extension InputChange {
    static let places = [place, severalPlaces, textPlace]

    private static let place = InputChange(
        "place", "--at takes the input from a member of the line, or from that member of each element of a list"
    ) { texts in
        NestedInput.places(in: texts).compactMap { place in
            guard let found = changed(texts, { place.texts(in: $0) }) else { return nil }
            var words = place.hint
            if let filter = place.filter, place.path.hasPrefix("[]") {
                words += "; or jq -rc '\(filter)' FILE writes the inputs as lines"
            }
            if found.contains(where: {
                $0.withBytes { $0.first == ASCII.openBrace && $0.values?.count ?? 1 > 1 }
            }) {
                words = "\(quoted(place.path)) has several inputs in one text; " + words
            }
            return (
                found, Remedy.Step(name: "place", words: words, filter: place.command(giving: found), path: place.path)
            )
        }
    }

    private static let severalPlaces = InputChange(
        "places", "use jq to take the inputs from members with different names"
    ) {
        texts in
        let places = NestedInput.differentPlaces(in: texts)
        guard places.count > 1,
            let found = changed(texts, { text in places.flatMap { $0.texts(in: text) ?? [] }.filter { !$0.isEmpty } })
        else { return [] }
        let words = "inputs are in " + places.map { quoted($0.path) }.joined(separator: " and ")
        let parts = places.map(\.partsOfFilter)
        var filter: String?
        if let list = parts[0]?.list, parts.allSatisfy({ $0?.list == list }) {
            let members = parts.compactMap { $0.map { "(\($0.member))?" } }.joined(separator: ", ")
            filter = LineFilter.ofValues("select(\(LineFilter.isRead) | not) | \(list)\(members)")
        }
        return [(found, Remedy.Step(name: "places", words: words, filter: filter))]
    }

    private static let textPlace = InputChange("text-place", "the input is in the text of a member, among other text") {
        texts in
        NestedInput.placesOfText(in: texts).compactMap { place in
            guard let found = changed(texts, { place.texts(in: $0) }), let filter = place.command(giving: found) else {
                return nil
            }
            let words = "extract the input from the string in \(quoted(place.path))"
            return (found, Remedy.Step(name: "text-place", words: words, filter: filter))
        }
    }
}

extension InputPlace {
    /// Returns the command that takes the inputs from this place; nil if there is none.
    ///
    /// - Parameter found: The inputs found at this place, by which the command recognises others.
    fileprivate func command(giving found: [[UInt8]]) -> String? {
        let sign = ["eyJ", "signature"].first { sign in
            found.allSatisfy { text in text.isEmpty || text.withBytes { $0.includes(sign) } }
        }
        let check = sign.map { #" | select(tostring | test("\#($0)"))"# } ?? ""
        return filter.map { LineFilter.ofValues("select(\(LineFilter.isRead) | not) | (\($0))\(check)") }
    }
}
