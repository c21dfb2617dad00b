import AdAttribution
import StrictJSON

/// An input that must be rejected, and by what.
struct BrokenInput {
    /// What is wrong, in words.
    let name: String
    /// A token or text as a string, or a JSON object.
    let input: JSONValue
    /// The first step that must refuse it: components, header, payload, signature or rules.
    let stage: String
    let rule: String

    var json: JSONValue {
        .object([
            .init("input", input), .init("stage", .string(stage)), .init("rule", .string(rule)),
            .init("name", .string(name)),
        ])
    }
}

/// All broken inputs: at least one for each rule that breaks this rule and no other, and the known attacks on a JWS.
struct BrokenInputs {
    let signer: FixtureSigner
    /// Another network's key, for signatures by the wrong one.
    let stranger: FixtureSigner

    var all: [BrokenInput] { tokens + impressions + postbacks + configurations }
}

extension BrokenInputs {
    /// A field's absence and wrong types, for each field of a payload.
    func shape(
        _ prefix: String, required: [String], strings: [String], integers: [String], booleans: [String],
        _ make: (String, String, (inout JSONValue) -> Void) -> BrokenInput
    ) -> [BrokenInput] {
        func rule(_ field: String, _ aspect: String) -> String {
            // Rules of fields that begin with the subject do not name it twice.
            (field.hasPrefix(prefix) ? String(field.dropFirst(prefix.count)) : field) + aspect
        }
        return required.map { field in
            make("\(field) is missing", rule(field, "-missing")) { $0[name: field] = nil }
        }
            + strings.map { field in
                make("\(field) is a number", rule(field, "-json-type")) { $0[name: field] = .number("7") }
            }
            + integers.flatMap { field in
                [
                    make("\(field) is a string", rule(field, "-json-type")) { payload in
                        if case .number(let digits)? = payload[field] {
                            payload[name: field] = .string(digits)
                        } else {
                            payload[name: field] = .string("0")
                        }
                    },
                    make("\(field) is written as 1.0", rule(field, "-json-type")) { payload in
                        if case .number(let digits)? = payload[field] {
                            payload[name: field] = .number(digits + ".0")
                        } else {
                            payload[name: field] = .number("0.0")
                        }
                    },
                ]
            }
            + booleans.map { field in
                make("\(field) is a string", rule(field, "-json-type")) { $0[name: field] = .string("true") }
            }
    }
}

extension JSONValue {
    /// The value of an object's member; setting nil takes the member out.
    subscript(name name: String) -> JSONValue? {
        get { self[name] }
        set {
            guard case .object(var members) = self else { return }
            let place = members.firstIndex { $0.name == name }
            switch (place, newValue) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil): members.remove(at: place)
            case (nil, let value?): members.append(.init(name, value))
            case (nil, nil): break
            }
            self = .object(members)
        }
    }
}
