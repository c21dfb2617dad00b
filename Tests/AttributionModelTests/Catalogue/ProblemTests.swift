import AttributionBase
import AttributionTestSupport
import Testing

@testable import AttributionModel

/// The one description of what is wrong: its words, and what becomes of them where a problem is that of a part.
struct ProblemTests {
    private static let value = Problem.value(found: "7", wanted: "a string")

    @Test func namesItsPlace() {
        expect("\(Self.value)", "the document is 7; it must be a string")
        expect("\(Self.value.of("the bid"))", "the bid is 7; it must be a string")
        expect("\(Self.value.of("the bid").at("id"))", #""id" is 7; it must be a string"#)
        expect("\(Problem.missing(wanted: "a number").at("id"))", #""id" is missing; it must be a number"#)
        expect("\(Problem.value(found: "7", wanted: nil).at("id"))", #""id" is 7"#)
    }

    /// A sentence names what it is about, wherever that is.
    @Test func aSentenceStaysAsItIs() {
        let whole = Problem.whole("this", "has", found: "no signature", wanted: "one", hint: "sign it")
        for problem in [whole, whole.at("signature"), whole.breaking(InputRules.tokenMissing)] {
            #expect("\(problem)" == "this has no signature; it must have one" && problem.found == "no signature")
            #expect(problem.wanted == "one" && problem.hint == "sign it")
        }
        #expect(whole.at("a", breaking: InputRules.nested).rule === InputRules.nested)
        #expect(whole.hinting(nil).hint == nil)
    }

    /// A field of an object inside the input has the object's path before its own; of any other problem, the path says where.
    @Test func whatIsInsideHasItsPath() {
        expect(Self.value.at("id").inside(nil), Self.value.at("id"))
        expect("\(Self.value.at("id").inside("imp[0]"))", #""imp[0].id" is 7; it must be a string"#)
        expect("\(Self.value.at("skadn").inside("imp[0].ext.skadn"))", #""imp[0].ext.skadn" is 7; it must be a string"#)
        let whole = Problem.whole(found: "an array", wanted: "an object").inside("imp[0]")
        #expect("\(whole)" == "imp[0]: this is an array; it must be an object" && whole.place == "imp[0]")
        expect("\(whole.inside("x"))", "x: imp[0]: this is an array; it must be an object")
    }

    /// What findings, tokens and signatures say of themselves is what their problem says.
    @Test func othersBecomeProblems() {
        let finding = Finding(InputRules.nested, field: "a", found: "7", hint: "x")
        #expect("\(finding.problem.inLibrary)" == finding.message && finding.problem.rule === InputRules.nested)
        let whole = Finding(TokenRules.components, field: "*", found: "2 parts")
        #expect("\(whole.problem)" == whole.message && whole.problem.place == "*")
        let errors: [JWSError] = [
            .componentCount(2), .encoding(.header, .character(0x20, offset: 3)), .algorithm("\"none\""),
            .signatureLength(63, hint: "was it cut?"),
        ]
        for error in errors {
            let problem = error.problem
            #expect("\(problem)" == "\(error)" && problem.rule === error.rule && problem.hint == error.hint)
            #expect(problem.found?.isEmpty == false && problem.wanted?.isEmpty == false)
        }
    }
}
