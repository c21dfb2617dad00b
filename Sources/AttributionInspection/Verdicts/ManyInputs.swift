import AdAttribution
import Bytes

/// Works on inputs in batches, on all cores, and gives the results in order.
func inBatches<Element: Sendable>(
    _ inputs: [[UInt8]], _ work: @escaping @Sendable (_ inputs: [[UInt8]], _ first: Int) -> [Element]
) async -> [Element] {
    let starts = Array(stride(from: 0, to: inputs.count, by: inputsAtOnce))
    guard starts.count > 1 else { return work(inputs, 0) }
    return await withTaskGroup(of: (Int, [Element]).self) { group in
        for start in starts {
            let batch = Array(inputs[start..<min(start + inputsAtOnce, inputs.count)])
            group.addTask { (start, work(batch, start)) }
        }
        var results: [(start: Int, elements: [Element])] = []
        for await (start, elements) in group { results.append((start, elements)) }
        return results.sorted { $0.start < $1.start }.flatMap(\.elements)
    }
}

extension InputVerifier {
    /// Verifies many inputs together, on all cores.
    ///
    /// - Parameter inputs: tokens, bodies or JSON texts.
    /// - Returns: the verdicts in the order of the inputs.
    public func verdicts(on inputs: [[UInt8]]) async -> [Verdict] {
        await inBatches(inputs) { verdicts($0, $1, .all) }
    }

    /// Verifies inputs as they come, on all cores, and gives the verdicts in their order.
    ///
    /// - Parameter inputs: tokens, bodies or JSON texts.
    public func verdicts<Inputs: AsyncSequence & Sendable>(
        on inputs: Inputs
    ) -> InputResults<Inputs, Verdict> where Inputs.Element == [UInt8] {
        InputResults(inputs: inputs, work: { verdicts($0, $1, .all) }, inOrder: { $0 })
    }

    /// Verifies many inputs together, on all cores, and refuses those that came before.
    ///
    /// ```swift
    /// let verdicts = await verifier.verdicts(on: bodies, accepting: .postbacks, refusingRepeats: seen)
    /// ```
    ///
    /// Only what is valid is remembered. So give a verifier that checks rules where what breaks one is not counted: whoever
    /// changed an unsigned field on the way would use up the identifier of the postback that the device sends again.
    ///
    /// - Parameters:
    ///   - inputs: tokens, bodies or JSON texts.
    ///   - accepted: what is taken. Any other kind is ``Verdict/Outcome/notOurs``, and is not put into `seen`: give
    ///     ``AcceptedInputs/postbacks`` where devices send postbacks.
    ///   - seen: what is in it already is refused, and what is valid is put into it. Give the same one from call to call.
    /// - Returns: the verdicts in the order of the inputs.
    public func verdicts(
        on inputs: [[UInt8]], accepting accepted: AcceptedInputs, refusingRepeats seen: SeenIdentifiers
    ) async -> [Verdict] {
        await inBatches(inputs) { verdicts($0, $1, accepted) }.map { $0.refusingRepeat(seen) }
    }

    /// Verifies inputs as they come, on all cores, gives the verdicts in their order, and refuses what came before.
    ///
    /// - Parameters:
    ///   - inputs: tokens, bodies or JSON texts.
    ///   - accepted: as for arrays.
    ///   - seen: as for arrays.
    public func verdicts<Inputs: AsyncSequence & Sendable>(
        on inputs: Inputs, accepting accepted: AcceptedInputs, refusingRepeats seen: SeenIdentifiers
    ) -> InputResults<Inputs, Verdict> where Inputs.Element == [UInt8] {
        InputResults(inputs: inputs, work: { verdicts($0, $1, accepted) }, inOrder: { $0.refusingRepeat(seen) })
    }

    /// The verdicts on one batch.
    func verdicts(_ inputs: [[UInt8]], _ first: Int, _ accepted: AcceptedInputs) -> [Verdict] {
        var engine = engine(accepting: accepted)
        for (offset, input) in inputs.enumerated() {
            unsafe input.withUnsafeBytes { unsafe engine.add($0, input: first + offset, at: nil) }
        }
        engine.check()
        return engine.batch.entries.indices.map { engine.batch.verdict($0) }
    }
}

extension Verdict {
    /// The same, but for a valid one whose key came before or is not there; only a valid one is remembered.
    func refusingRepeat(_ seen: SeenIdentifiers) -> Verdict {
        guard case .success(let verified) = result else { return self }
        let fault: InputFault
        if let key = verified.repeatKey, let identifier = verified.identifier {
            if seen.insert(key) { return self }
            fault = .repeatedIdentifier(key.field, identifier)
        } else {
            fault = .missingIdentifier(verified.kind.identifier)
        }
        let refusal = RefusedInput(outcome: .invalid, fault: fault, keyID: verified.keyID)
        return Verdict(input: input, path: path, result: .failure(refusal))
    }
}

extension InputValidator {
    /// Looks at many inputs together, on all cores.
    ///
    /// - Returns: the reports in the order of the inputs.
    public func reports(on inputs: [[UInt8]], at now: Timestamp) async -> [Report] {
        await inBatches(inputs) { reports($0, $1, now) }
    }

    /// Looks at inputs as they come, on all cores, and gives the reports in their order.
    public func reports<Inputs: AsyncSequence & Sendable>(
        on inputs: Inputs, at now: @escaping @Sendable () -> Timestamp
    ) -> InputResults<Inputs, Report> where Inputs.Element == [UInt8] {
        InputResults(inputs: inputs, work: { reports($0, $1, now()) }, inOrder: { $0 })
    }

    /// The reports on one batch.
    private func reports(_ inputs: [[UInt8]], _ first: Int, _ now: Timestamp) -> [Report] {
        var engine = engine()
        for (offset, input) in inputs.enumerated() {
            unsafe input.withUnsafeBytes { unsafe engine.add($0, input: first + offset, at: now) }
        }
        engine.check()
        return engine.batch.reports
    }
}
