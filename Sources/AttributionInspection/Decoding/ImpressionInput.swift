import AdAttribution
import AttributionBase

extension Impression {
    /// Reads the impression in an input without verifying its signature. This is for callers who own the impression.
    ///
    /// - Parameters:
    ///   - input: a token, an OpenRTB object around one, or a bare payload.
    ///   - defaults: the values of members that the payload lacks.
    ///   - checksRules: whether to reject an impression that breaks Apple's rules.
    package init(
        unverified input: [UInt8], filledIn defaults: [JSONValue.Member] = [], checksRules: Bool = true
    ) throws(InputFault) {
        let decoded = DecodedInput(unverified: input)
        if [.postback, .skAdNetworkPostback, .skAdNetworkAd].contains(decoded.kind) {
            let wanted = "the impression that leads to one"
            throw .problem(.whole(found: "a postback", wanted: wanted, hint: "aak decode shows what is in it"))
        }
        let fault = decoded.faults.first {
            if case .token(let error) = $0 { error.stage != .signature } else { true }
        }
        if let fault { throw fault }
        guard var payload = decoded.payload else { throw .noSignature }
        for member in defaults where payload[member.name] == nil { payload[name: member.name] = member.value }
        do throws(Findings) {
            self = try checksRules ? Impression(payload) : Impression(unchecked: payload)
        } catch {
            guard let first = error.first else { throw .noSignature }
            throw .rules(first, others: Array(error.dropFirst()))
        }
    }
}
