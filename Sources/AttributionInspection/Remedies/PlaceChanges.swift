import AttributionBase

// Changes that take inputs from members.

extension InputChange {
    static let places = [place, severalPlaces, textPlace]

    private static let place = InputChange(
        "place", "--at takes the input from a member, or from that of each element of a list"
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
            let filter = place.filter.map { "jq -rc '\($0)' FILE" }
            return (found, Remedy.Step(name: "place", words: words, filter: filter, path: place.path))
        }
    }

    private static let severalPlaces = InputChange("places", "jq takes the inputs from members with different names") {
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
            filter = "jq -rc '\(list)\(members) | select(. != null)' FILE"
        }
        return [(found, Remedy.Step(name: "places", words: words, filter: filter))]
    }

    private static let textPlace = InputChange("text-place", "the input is in the text of a member, among other text") {
        texts in
        guard let place = NestedInput.placeOfText(in: texts), let filter = place.filter,
            let found = changed(texts, { place.texts(in: $0) })
        else { return [] }
        let words = "extract the input from the string in \(quoted(place.path))"
        return [(found, Remedy.Step(name: "text-place", words: words, filter: "jq -r '\(filter)' FILE"))]
    }
}
