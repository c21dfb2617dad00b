import AttributionBase
import AttributionTestSupport
import Testing

/// Messages name the line of a value by its path.
struct JSONLocationTests {
    private static let text = """
        {
          "windows": [
            {"window": 1,
             "values": [
               {"fine": 0},
               {"fine": 1,
                "a.b": {"c": 2},
                "a": {"b": 3}, "list[0]": 4,
                "\\u0061\\u0062": 5}
             ]}
          ],
          "": 6
        }
        """

    @Test(arguments: [
        ("", 0), ("windows", 1), ("windows[0]", 2), ("windows[0].window", 2), ("windows[0].values", 3),
        ("windows[0].values[0].fine", 4), ("windows[0].values[1]", 5), ("windows[0].values[1].fine", 5),
        // The longest name that fits counts, whatever is in it.
        ("windows[0].values[1].a.b", 6), ("windows[0].values[1].a.b.c", 6), ("windows[0].values[1].list[0]", 7),
        ("windows[0].values[1].ab", 8),
        // What is missing is where its holder is.
        ("windows[0].values[1].name", 5), ("windows[0].values[7].fine", 3), ("windows[7]", 1), ("seed", 0),
        ("windows[0].values[x]", 3), ("windows[", 1), ("windows[99999999999999999999]", 1), ("window", 0), (".", 11),
        ("[0]", 0), ("..", 11),
    ]) func namesTheLine(_ path: String, _ breaks: Int) {
        expect(Array(Self.text.utf8).withBytes { $0.lineBreaks(beforePaths: [path]) }, [breaks])
    }

    @Test(arguments: [("{\n\"a\":\n", 2), ("{\n\"a\": 1\n\"b\": 2}\n", 2), ("", 0), ("\n]", 1)])
    func whatIsNoJSONHasTheLineOfItsFault(_ text: String, _ breaks: Int) {
        expect(Array(text.utf8).withBytes { $0.lineBreaks(beforePaths: ["a", "b"]) }, [breaks, breaks])
    }
}
