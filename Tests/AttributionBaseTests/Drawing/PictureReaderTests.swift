import AttributionBase
import AttributionTestSupport
import Testing

/// The reader of pictures detects their faults.
struct PictureReaderTests {
    private static let style = "<style>text{font:10px \(Ruler.family)}.big{font-size:20px;font-weight:600}</style>"

    private static func faults(_ content: String) -> [String] {
        PictureReader("<svg width=\"100\" height=\"50\">\(style)\(content)</svg>").faults
    }

    @Test func sound() {
        let content = """
            <title>t</title><rect class="ground" width="100%" height="100%"/>
            <text x="0" y="20"><title>a longer one</title>ab&lt;…</text><text x="100" y="20" text-anchor="end">W</text>
            <rect x="0" y="30" width="50%" height="5"/><svg x="50" y="30" width="50" height="20"><text x="0" y="12">i</text></svg>
            """
        #expect(Self.faults(content).isEmpty, "\(Self.faults(content))")
    }

    @Test(
        arguments: [
            ("<text x=\"95\" y=\"20\">W</text>", "lies outside"), ("<text x=\"0\" y=\"5\">i</text>", "lies outside"),
            ("<text x=\"5\" y=\"20\" text-anchor=\"middle\">WW</text>", "lies outside"),
            ("<text class=\"big\" x=\"88\" y=\"30\">i</text><text class=\"big\" x=\"91\" y=\"30\">W</text>", "outside"),
            ("<text x=\"0\" y=\"20\">abc</text><text x=\"12\" y=\"22\">d</text>", "meets \"d\""),
            (
                "<text x=\"0\" y=\"20\">abc</text><rect class=\"b\" x=\"9\" y=\"19\" width=\"1\" height=\"9\"/>",
                "meets rect b"
            ),
            ("<text x=\"0\" y=\"20\">abc</text><line x1=\"9\" y1=\"0\" x2=\"9\" y2=\"50\"/>", "meets line"),
            ("<text x=\"0\" y=\"20\">abc</text><circle cx=\"9\" cy=\"19\" r=\"2\"/>", "meets circle"),
            ("<text x=\"0\" y=\"20\">abc</text><polygon points=\"9,9 20,9 9,20\"/>", "meets polygon"),
            ("<circle cx=\"0\" cy=\"20\" r=\"2\"/>", "lies outside"),
            ("<text x=\"0\" y=\"20\" transform=\"scale(2)\">a</text>", "not measured"),
            ("<g><text x=\"0\" y=\"20\">a</text></g>", "<g> is not measured"), ("<script>1</script>", "not measured"),
            ("<text x=\"0\" y=\"20\">a", "ends nothing"), ("<text x=\"1em\" y=\"20\">a</text>", "no length"),
            ("<style>text{font:10px Verdana}</style>", "is not known"), ("<style>@import 'a'</style>", "@import"),
            ("<style>@media print{text{font-size:20px}}</style>", "depends on the screen"),
        ])
    func broken(content: String, fault: String) {
        #expect(Self.faults(content).contains { $0.contains(fault) }, "\(Self.faults(content))")
    }
}
