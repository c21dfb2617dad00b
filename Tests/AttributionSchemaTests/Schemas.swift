import AttributionBase
import AttributionModel
import AttributionSchema

/// What the tests of schemas share.
enum Schemas {
    /// A schema with each kind of entry.
    static let spring = #"""
        {"schema":"spring","from":"2026-03-01T00:00:00Z","currency":"EUR","app":1108187390,"windows":[
         {"window":1,"values":[
          {"fine":0,"coarse":"low","name":"installed"},
          {"fine":1,"coarse":"low","name":"signed up","event":"sign-up"},
          {"fine":[10,19],"coarse":"medium","name":"small purchases","event":"purchase","revenue":["0.01","10.01"]},
          {"fine":63,"coarse":"high","name":"big spender","event":"purchase","revenue":["10.01",null],"lock":true}]},
         {"window":2,"values":[
          {"coarse":"low","name":"came back","event":"launch"},
          {"coarse":"high","name":"bought","event":"purchase","revenue":["0.01",null]}]}]}
        """#

    static func read(_ text: String) throws -> ConversionSchema { try ConversionSchema(parsing: text.utf8) }

    /// Reads a schema whose first window has these values.
    static func values(_ values: String) throws -> ConversionSchema {
        try read(#"{"app":1,"windows":[{"window":1,"values":["# + values + "]}]}")
    }

    /// The broken rules of a schema, each with its place.
    static func faults(_ text: String) -> [String] {
        do throws(Problems) {
            _ = try ConversionSchema(parsing: text.utf8)
            return []
        } catch {
            if error.list[0].wanted == "JSON" { return ["syntax"] }
            return error.list.map { "\($0.place): \($0.message) [\($0.rule?.id ?? "no rule")]" }
        }
    }

    static func money(_ text: String) -> Money {
        Array(text.utf8).withBytes { Money($0) } ?? Money(millionths: -1)
    }
}

/// An app in one window.
struct Play {
    let window: ConversionSchema.Window
    private let number: ConversionWindow
    private let schemas: AppSchemas
    private var progress = SchemaProgress()

    var reached: SchemaProgress.Reached? { progress.reached }

    init?(_ schema: ConversionSchema, _ number: ConversionWindow = .first) {
        guard let window = schema[number] else { return nil }
        self.window = window
        self.number = number
        schemas = AppSchemas([schema])
    }

    /// Counts an event at the time from which the schema holds, and returns whether it reaches a new value.
    mutating func count(_ name: String, _ revenue: Money, age: Int64 = 0) -> Bool {
        progress.count(
            schemas.number(of: name), revenue: revenue, in: number,
            at: schemas.schemas[0].from?.milliseconds ?? 0, age: age, by: schemas)
    }

    /// Counts an event, and returns the value after it as a text such as "12 small purchases".
    @discardableResult
    mutating func play(_ name: String, _ revenue: String = "0", age: Int64 = 0) -> String {
        _ = count(name, Schemas.money(revenue), age: age)
        guard let reached else { return "none" }
        let entry = window.entries[reached.rank]
        return (reached.fine.map { "\($0) " } ?? "\(entry.coarse?.rawValue ?? "") ") + (entry.name ?? "")
    }
}

extension ConversionSchema.Meaning {
    /// The meaning as a text such as "small purchases 4.01 to 5.01".
    var text: String {
        names.joined(separator: ", ") + " \(revenue.least.exact) to \(revenue.most?.description ?? "any")"
    }
}
