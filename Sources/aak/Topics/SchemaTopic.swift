import AttributionCommandModel
import AttributionSchema

/// `aak help schema`: the form of a conversion schema.
enum SchemaTopic {
    static let topic = Topic(
        name: "schema",
        summary: "the form of a conversion schema, which maps an app's events to conversion values and back",
        discussion: """
            A schema is one JSON document. It maps the events of an app to conversion values: aak simulate makes updates of
            events with it, and aak report names the values of postbacks and gives their revenue as a range. aak validate
            checks it. Apple defines fine values, coarse values, windows and locks; what a value means is the advertiser's
            choice.

            In each window an app's events are counted by name, and their revenue is added up by name. A value holds if its
            event occurred at least count times and the revenue of that event is at least the first bound and less than the
            second; a value without an event always holds. The last value that holds counts, so the order is the rank, and a
            value never falls. Windows 2 and 3 have coarse values only; their updates have fine value 0.

            Several fine values divide the revenue into that many equal steps, cut to a millionth; the last one has the rest.
            Backwards, a fine value means the revenue of its step, a coarse value that of any of its values, and a withheld
            value that of any value of the window whose tier withholds it. A value without revenue means 0 up to the lowest
            revenue that ranks higher. All of this is the revenue until the value last changed.

            With a schema, aak simulate --summary has a member truth: for each campaign the conversions and the revenue of app
            events as they happened, and under received what the winning postbacks disclose to a perfect reader: conversions
            of which it is certain that they are of the campaign, and at most as many as have fitting digits; revenue that is at
            least and at most that of these postbacks, null if it has no upper bound.

            Amounts are decimal digits in a string, with six decimals at most. Several schemas of one app follow each other
            by their time. The first hundred faults in a schema are reported at once, each with its place and its rule:
            windows[0].values[2].revenue.
            """,
        sections: [
            Section("Members of a schema", .table(ConversionSchema.rows.schema)),
            Section("Members of a window", .table(ConversionSchema.rows.window)),
            Section("Members of a value", .table(ConversionSchema.rows.value)),
            Section("A whole schema", .literal(example)),
        ])

    private static let example = """
        {
          "schema": "spring", "from": "2026-03-01T00:00:00Z", "currency": "EUR", "app": 1108187390,
          "windows": [
            {"window": 1, "values": [
              {"fine": 0, "coarse": "low", "name": "installed"},
              {"fine": 1, "coarse": "low", "name": "signed up", "event": "sign-up"},
              {"fine": [10, 19], "coarse": "medium", "name": "small purchases", "event": "purchase",
               "revenue": ["0.01", "10.01"]},
              {"fine": 63, "coarse": "high", "name": "big spender", "event": "purchase",
               "revenue": ["10.01", "1000.00"], "lock": true}]},
            {"window": 2, "values": [
              {"coarse": "low", "name": "came back", "event": "launch"},
              {"coarse": "high", "name": "bought", "event": "purchase", "revenue": ["0.01", "1000.00"]}]}]
        }
        """
}
