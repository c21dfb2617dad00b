import AttributionBase
import AttributionCrypto
import AttributionInspection
import AttributionModel

/// Bids and requests: every object and every report on it has the right path, and if a bid is good with a key, the
/// signed, shown and compared values are the same.
///
/// The first line of an input is a request, the second a response, and the third the payload of tokens. The
/// placeholders `"signature":"1"` and `"jwt":"1"` of the response are signed here, in one of several ways to read the
/// values, only one of which is right.
enum OpenRTBFuzz {
    private static let key = ExampleKey.privateKey
    private static let now = Timestamp(milliseconds: 1_767_225_600_000)

    private static let keys: TrustedKeys = {
        var keys = TrustedKeys(.productionAndDevelopment)
        try? keys.add(key.publicKey, keyID: nil)
        return keys
    }()

    private static let verifier = InputVerifier(keys: keys, accepting: .everything, checksRules: false)
    private static let validator = InputValidator(keys: keys)

    static func documents(_ input: [UInt8]) -> (request: JSONValue?, response: JSONValue?) {
        let parts = lines(input)
        return (parts.first.flatMap(parse), parts.count > 1 ? parse(parts[1]) : nil)
    }

    private static func lines(_ input: [UInt8]) -> [ArraySlice<UInt8>] {
        input.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
    }

    private static func parse(_ text: ArraySlice<UInt8>) -> JSONValue? { try? JSONValue(parsing: Array(text)) }

    static func test(_ input: ByteView) {
        let bytes = [UInt8](input)
        let (request, response) = documents(bytes)
        for document in [request, response].compactMap({ $0 }) {
            // A long name is cut in a path.
            for (path, object) in objects(in: document) where !path.contains("…") {
                demand(lies(object, at: path, in: document), "an object lies at \(path)")
            }
        }
        guard let response else { return }
        let parts = lines(bytes)
        let signed = signing(response, payload: parts.count > 2 ? parts[2] : [])
        guard let bids = try? BidResponse(signed) else { return }
        let empty = JSONValue.object([.init("imp", .array([]))])
        let offered = request.flatMap { (try? BidRequest($0)) == nil ? nil : $0 } ?? empty
        guard let check = try? BidRequest(offered) else { return }
        // Looking for mistakes is fuzzed with SKAdNetwork, since it takes a tenth of a second for each signature.
        let plain =
            (try? BidCheck(request: check, keys: nil, networks: nil, mostTexts: 0).reports(on: bids, now: now)) ?? []
        let proved =
            (try? BidCheck(request: check, keys: keys, networks: nil, mostTexts: 0).reports(on: bids, now: now)) ?? []
        demand(plain.map(\.path) == proved.map(\.path), "keys add no report")
        for (plain, proved) in zip(plain, proved) {
            demand(
                proved.path.contains("…") || lies(nil, at: proved.path, in: signed),
                "a report is on an object: \(proved.path)")
            let hasErrors = proved.findings.hasErrors || proved.requestErrors.hasErrors
            demand(proved.isGood == !hasErrors, "a report is good unless it or the offer has an error")
            demand(proved.findings.list.count <= 100, "findings have an end")
            demand(plain.isGood || !proved.isGood, "keys make nothing good")
            let json = proved.json
            demand((try? JSONValue(parsing: Array(json.text.utf8))) == json, "a report is JSON")
        }
        let good = proved.filter(\.isGood)
        // A name with dots may look like another path.
        let paths = objects(in: signed).map(\.path)
        guard !good.isEmpty, Set(paths).count == paths.count else { return }
        GoodBids(request: offered, response: signed).test(good)
    }

    fileprivate static func objects(in document: JSONValue) -> [(path: String, object: JSONValue)] {
        document.withView { LocatedBidObject.all(in: $0).map { ($0.path, JSONValue($0.object)) } } ?? []
    }

    // MARK: - Signing

    /// Returns the response with its placeholders signed.
    private static func signing(_ value: JSONValue, payload: ArraySlice<UInt8>) -> JSONValue {
        switch value {
        case .array(let elements): return .array(elements.map { signing($0, payload: payload) })
        case .object(let members):
            return .object(
                members.map { member in
                    guard case .object(let inside) = member.value else {
                        return .init(member.name, signing(member.value, payload: payload))
                    }
                    switch member.name {
                    case "skadn": return .init(member.name, .object(inside.map { signing($0, in: member.value) }))
                    case "adattributionkit":
                        return .init(
                            member.name,
                            .object(inside.map { $0.name == "jwt" ? .init("jwt", token($0.value, payload)) : $0 }))
                    default: return .init(member.name, signing(member.value, payload: payload))
                    }
                })
        default: return value
        }
    }

    private static func token(_ value: JSONValue, _ payload: ArraySlice<UInt8>) -> JSONValue {
        guard case .string(let way) = value, way.utf8.count == 1, let said = parse(payload) else { return value }
        var network = ExampleKey.keyID
        if way == "1", case .string(let name)? = said["ad-network-identifier"] { network = name }
        return .string(
            CryptoFailure.ending { () throws(CryptoFailure) in
                try key.deterministic.textAtOnce { $0.appendToken(of: Array(payload), keyID: network, to: &$1) }
            })
    }

    /// Returns a member of a `skadn` object with its placeholders signed.
    private static func signing(_ member: JSONValue.Member, in object: JSONValue) -> JSONValue.Member {
        switch (member.name, member.value) {
        case ("signature", let value): return .init(member.name, signature(value, object, .object([])))
        case ("fidelities", .array(let entries)):
            let made = entries.prefix(3).map { entry -> JSONValue in
                guard case .object(let members) = entry else { return entry }
                return .object(
                    members.map {
                        $0.name == "signature" ? .init($0.name, signature($0.value, object, entry)) : $0
                    })
            }
            return .init(member.name, .array(made + entries.dropFirst(3)))
        default: return member
        }
    }

    /// Returns a signature of the values as one of several readers takes them: first from the outer object, the inner
    /// one, or their ext.
    private static func signature(_ value: JSONValue, _ outer: JSONValue, _ inner: JSONValue) -> JSONValue {
        guard case .string(let way) = value, way.utf8.count == 1 else { return value }
        let nothing = JSONValue.object([])
        let readers: [[JSONValue]] = [
            [outer, inner], [inner, outer], [outer["ext"] ?? nothing, inner, outer],
            [inner["ext"] ?? nothing, outer["ext"] ?? nothing, inner, outer],
        ]
        let reader = readers[Int(way.utf8.first ?? 0) % readers.count]
        func read(_ name: String) -> JSONValue? { reader.lazy.compactMap { $0[name] }.first }
        guard let text = GoodBids.signedText(read) else { return value }
        return .string(
            AttributionSignature.text(
                of: CryptoFailure.ending { () throws(CryptoFailure) in try key.deterministic.signature(for: text) }))
    }

    // MARK: - Places

    /// Returns whether a path leads to an object, or to any value if nil. Names may contain dots and brackets.
    private static func lies(_ object: JSONValue?, at path: String, in value: JSONValue) -> Bool {
        lies(object, Array(path.utf8)[...], in: value, isFirst: true)
    }

    private static func lies(
        _ object: JSONValue?, _ path: ArraySlice<UInt8>, in value: JSONValue, isFirst: Bool
    ) -> Bool {
        if path.isEmpty { return object.map { $0 == value } ?? true }
        switch value {
        case .object(let members):
            guard isFirst || path.first == UInt8(ascii: ".") else { return false }
            let rest = isFirst ? path : path.dropFirst()
            return members.contains { member in
                rest.starts(with: member.name.utf8)
                    && lies(
                        object, rest.dropFirst(member.name.utf8.count), in: member.value,
                        // A top-level member with an empty name adds nothing to the path.
                        isFirst: isFirst && member.name.isEmpty)
            }
        case .array(let elements):
            guard path.first == UInt8(ascii: "["), let end = path.firstIndex(of: UInt8(ascii: "]")),
                let index = Int(String(decoding: path[path.index(after: path.startIndex)..<end], as: UTF8.self)),
                elements.indices.contains(index)
            else { return false }
            return lies(object, path[(end + 1)...], in: elements[index], isFirst: false)
        default: return false
        }
    }

    // MARK: - Good bids

    /// The properties of good bids, checked independently of the code under test.
    private struct GoodBids {
        let request: JSONValue
        let response: JSONValue

        func test(_ reports: [BidReport]) {
            let text = Array(response.text.utf8)
            var verification = verifier.engine(marks: true)
            var validation = validator.engine()
            text.withBytes { text in
                verification.add(text, input: 0, at: nil)
                validation.add(text, input: 0, at: now)
            }
            verification.check()
            validation.check()
            var shown: [String: JSONValue] = [:]
            for place in verification.batch.entries.indices {
                guard let path = verification.batch.entries[place].path else { continue }
                guard case .success(let verified) = verification.batch.verdict(place, on: text, as: 0).result,
                    let payload = try? verified.payload
                else { continue }
                shown[path] = payload
            }
            testDecoding(text, shown)
            for report in reports {
                let judged = validation.batch.reports.filter { $0.path.map { Self.lies($0, in: report.path) } ?? false }
                demand(!judged.isEmpty, "what is good is looked at: \(report.path)")
                for finding in judged.flatMap(\.findings) where finding.severity == .error {
                    // OpenRTB's own rule for this is a warning.
                    demand(finding.rule.id == "skan-ad-timestamp-seconds", "what is good is valid: \(finding)")
                }
                test(report, shown)
            }
        }

        /// Returns whether a path is that of an object or of a part of it.
        private static func lies(_ path: String, in object: String) -> Bool {
            path == object || path.hasPrefix(object + ".")
        }

        private func testDecoding(_ text: [UInt8], _ shown: [String: JSONValue]) {
            var decoder = InputDecoder()
            var whole = ByteBuffer()
            text.withBytes { text in
                for bid in decoder.append(.payload, of: text, to: &whole).bids {
                    guard let payload = shown[bid.path] else { continue }
                    var output = ByteBuffer()
                    _ = decoder.append(.payload, of: text, bid, to: &output)
                    demand((try? JSONValue(parsing: output.array())) == payload, "decode shows what verify shows")
                }
            }
        }

        private func test(_ report: BidReport, _ shown: [String: JSONValue]) {
            guard let impression = report.impressionID, let object = object(at: report.path) else {
                fatalError("does not hold: what is good answers an imp")
            }
            let offers = (request["imp"]?.elements ?? []).first { same($0["id"], .string(impression)) }
            guard let offer = offers?["ext"]?["\(report.framework.extensionName)"] else {
                fatalError("does not hold: what is good was offered")
            }
            switch report.framework {
            case .adAttributionKit:
                guard let payload = shown[report.path] else { fatalError("does not hold: a good token is valid") }
                testToken(payload, object, offer)
            case .skAdNetwork:
                let entries = object["fidelities"]?.elements ?? []
                let hasEntries = object["version"] != .string("2.0") && object["version"] != .string("2.1")
                let holders = hasEntries ? entries : [object]
                demand(!holders.isEmpty, "a good bid is signed")
                for (place, holder) in holders.enumerated() {
                    let path = hasEntries ? report.path + ".fidelities[\(place)]" : report.path
                    guard let values = shown[path] else { fatalError("does not hold: a good ad is valid, at \(path)") }
                    testAd(values, holder["signature"], object, offer)
                }
            }
        }

        private func object(at path: String) -> JSONValue? {
            OpenRTBFuzz.objects(in: response).first { $0.path == path }?.object
        }

        private func testToken(_ payload: JSONValue, _ object: JSONValue, _ offer: JSONValue) {
            demand(object["version"] == .string("1.0") && offer["version"] == .string("1.0"), "the version is offered")
            demand(isEqual(payload["publisher-item-identifier"], offer["sourceapp"]), "the publisher is the request's")
            demand(isEqual(payload["advertised-item-identifier"], object["itunesitem"]), "the item is the bid's")
            demand(isListed(payload["ad-network-identifier"], offer), "the network is listed")
            guard case .string(let token)? = object["jwt"] else { fatalError("does not hold: a token is a string") }
            let decoded = DecodedInput(unverified: token)
            demand(decoded.payload == payload, "a token says what is shown")
            demand(same(decoded.header?["kid"], payload["ad-network-identifier"]), "the kid is the network's")
            demand(decoded.kind == .impression, "a token is an impression's")
        }

        private func testAd(
            _ values: JSONValue, _ signature: JSONValue?, _ object: JSONValue, _ offer: JSONValue
        ) {
            guard let text = Self.signedText({ values[$0] }), case .string(let encoded)? = signature else {
                fatalError("does not hold: what is shown is all that is signed")
            }
            var der = ByteBuffer()
            let fault = Array(encoded.utf8).withBytes { Base64.decode($0, to: &der) }
            demand(fault == nil, "a good signature is base64")
            demand(
                key.publicKey.isValidSignature(derRepresentation: der.array(), for: text),
                "what is shown is what is signed")
            for name in ["version", "network", "itunesitem", "sourceapp", "sourceidentifier", "campaign"] {
                demand(
                    values[name] == nil || same(values[name], object[name]), "what is shown is the object's: \(name)")
            }
            demand(same(values["sourceapp"], offer["sourceapp"]), "the publisher is the request's")
            demand(isListed(values["network"], offer), "the network is listed")
            let versions = offer["versions"]?.elements ?? [offer["version"]].compactMap { $0 }
            let isOffered =
                values["version"].map(versions.contains) == true || offer["versions"] == nil && !versions.isEmpty
            demand(isOffered, "the version is offered")
        }

        /// Returns whether two values are the same, byte for byte.
        private func same(_ one: JSONValue?, _ other: JSONValue?) -> Bool {
            guard let one, let other else { return false }
            return Array(one.text.utf8) == Array(other.text.utf8)
        }

        /// Returns whether a string contains a number.
        private func isEqual(_ number: JSONValue?, _ text: JSONValue?) -> Bool {
            guard case .number(let number)? = number, case .string(let text)? = text else { return false }
            return Array(number.utf8) == Array(text.utf8)
        }

        /// Returns whether a request names a network, or accepts some by number, for which no list is available.
        private func isListed(_ network: JSONValue?, _ offer: JSONValue) -> Bool {
            guard case .string(let network)? = network else { return false }
            if case .number? = offer["skadnetlist"]?["max"] { return true }
            let listed = (offer["skadnetids"]?.elements ?? []) + (offer["skadnetlist"]?["addl"]?.elements ?? [])
            return listed.contains { value in
                guard case .string(let name) = value else { return false }
                return Array(name.utf8).map(lowercase) == Array(network.utf8).map(lowercase)
            }
        }

        private func lowercase(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte + 32 : byte }

        /// Returns the signed text according to Apple's articles, given the values by OpenRTB's names.
        static func signedText(_ value: (String) -> JSONValue?) -> [UInt8]? {
            guard case .string(let version)? = value("version") else { return nil }
            let order: [String]
            switch version {
            case "2.0", "2.1":
                order = ["version", "network", "campaign", "itunesitem", "nonce", "sourceapp", "timestamp"]
            case "2.2", "3.0":
                order = [
                    "version", "network", "campaign", "itunesitem", "nonce", "sourceapp", "fidelity", "timestamp",
                ]
            case "4.0":
                order = [
                    "version", "network", "sourceidentifier", "itunesitem", "nonce", "sourceapp", "fidelity",
                    "timestamp",
                ]
            default: return nil
            }
            var parts: [String] = []
            for name in order {
                switch value(name) {
                case .string(let text)?, .number(let text)?: parts.append(text)
                default: return nil
                }
            }
            return Array(parts.joined(separator: "\u{2063}").utf8)
        }
    }
}

extension JSONValue {
    fileprivate var elements: [JSONValue] {
        if case .array(let elements) = self { elements } else { [] }
    }
}
