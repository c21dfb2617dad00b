import AttributionBase

// Remedies that take inputs out of members.

extension Remedy {
    static let places = [place, severalPlaces, textPlace]

    package static let placeName = "place"

    private static let place = Remedy(
        placeName, "the input is taken from a member of the line, or from that member of each element of a list",
        [#"{"t":1,"body":{"jws-string":"eyJ…"}}"#: #"{"jws-string":"eyJ…"}"#]
    ) { texts in
        NestedInput.places(in: texts).compactMap { place in
            guard let found = changed(texts, { text, _ in place.texts(in: text) }) else { return nil }
            var words = place.hint
            if found.contains(where: {
                $0.withBytes { $0.first == ASCII.openBrace && $0.values?.count ?? 1 > 1 }
            }) {
                words = "\(quoted(place.path)) has several inputs in one text; " + words
            }
            return Result(texts: found, words: words, path: place.path)
        }
    }

    /// Comes after the remedies that make the whole record an input.
    static let inside = Remedy(
        "inside", "an object with the members of a message under other names is taken out of the record around it",
        [
            #"{"row":{"app_id":1,"transaction_id":"a","did_win":true}}"#:
                #"{"app_id":1,"transaction_id":"a","did_win":true}"#
        ]
    ) { texts in
        NestedInput.placesOfOtherNames(in: texts).compactMap { place in
            changed(texts) { text, _ in place.texts(in: text) }.map {
                Result(
                    texts: $0, words: "the input is in \(quoted(place.path)), under other names", details: place.path)
            }
        }
    }

    package static let placesName = "places"

    private static let severalPlaces = Remedy(
        placesName, "the inputs are taken from members with different names",
        [#"[{"body":{"jws-string":"eyJ…"}},{"data":{"jws-string":"eyJ…"}}]"#: #"{"jws-string":"eyJ…"}"#]
    ) { texts in
        let places = NestedInput.differentPlaces(in: texts)
        guard places.count > 1,
            let found = changed(
                texts, { text, _ in places.flatMap { $0.texts(in: text) ?? [] }.filter { !$0.isEmpty } })
        else { return [] }
        let words = "inputs are in " + places.map { quoted($0.path) }.joined(separator: " and ")
        return [Result(texts: found, words: words)]
    }

    private static let textPlace = Remedy(
        "text", "the input is taken from the text of a member, among other text",
        [#"{"message":"got {\"jws-string\":\"eyJ…\"}"}"#: #"got {"jws-string":"eyJ…"}"#]
    ) { texts in
        NestedInput.placesOfText(in: texts).compactMap { place in
            guard let found = changed(texts, { text, _ in place.texts(in: text) }) else { return nil }
            return Result(texts: found, words: "the input is in the string in \(quoted(place.path)), among other text")
        }
    }
}
