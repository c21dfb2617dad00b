import AdAttribution
import AttributionBase

extension Impression {
    /// A reason why an input contains no impression.
    package enum InputFailure: Error, Sendable, CustomStringConvertible {
        /// The input is a postback, or a SKAdNetwork message.
        case postback
        case input(InputFault)
        case payload(Failure)

        package var description: String {
            switch self {
            case .postback: "this is a postback, want the impression that leads to one"
            case .input(let fault): "\(fault)"
            case .payload(let failure): "\(failure)"
            }
        }
    }

    /// Reads the impression in an input without verifying its signature. This is for callers who own the impression.
    ///
    /// - Parameters:
    ///   - input: a token, an OpenRTB object around one, or a bare payload.
    ///   - defaults: the values of members that the payload lacks.
    ///   - checksRules: whether to reject an impression that breaks Apple's rules.
    package init(
        unverified input: [UInt8], filledIn defaults: [JSONValue.Member] = [], checksRules: Bool = true
    ) throws(InputFailure) {
        let decoded = DecodedInput(unverified: input)
        if [.postback, .skAdNetworkPostback, .skAdNetworkAd].contains(decoded.kind) { throw .postback }
        let fault = decoded.faults.first {
            if case .token(let error) = $0 { error.stage != .signature } else { true }
        }
        if let fault { throw .input(fault) }
        guard var payload = decoded.payload else { throw .input(.noSignature) }
        for member in defaults where payload[member.name] == nil { payload[name: member.name] = member.value }
        do throws(Failure) {
            self = try checksRules ? Impression(payload) : Impression(unchecked: payload)
        } catch {
            throw .payload(error)
        }
    }
}
