import AdAttribution

/// A scenario that breaks a rule, and the same scenario without the fault.
package struct Lesson: Sendable {
    package let rule: Rule
    /// The scenario with the fault, as JSON text on one line.
    package let broken: String
    package let sound: String

    /// Returns the lesson for a rule of scenarios or hosts.
    package static func of(_ rule: Rule) -> Lesson? { (scenario + host).first { $0.rule === rule } }

    init(_ rule: Rule, _ broken: String, _ sound: String) {
        self.rule = rule
        self.broken = broken
        self.sound = sound
    }

    /// Creates a lesson from the scenario of a piece with the fault, and of one without.
    init(_ rule: Rule, _ scenario: (String) -> String, _ broken: String, _ sound: String) {
        self.init(rule, scenario(broken), scenario(sound))
    }
}
