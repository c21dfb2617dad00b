import AdAttribution

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The processors that this program may use.
let processorCount = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

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
        var results: [Int: [Element]] = [:]
        for await (start, elements) in group { results[start] = elements }
        return starts.flatMap { results[$0] ?? [] }
    }
}

extension InputVerifier {
    /// Verifies many inputs together, on all cores.
    ///
    /// - Parameters:
    ///   - inputs: tokens, bodies or JSON texts.
    ///   - seen: where given, an identifier that is in it already is refused, and others are put into it. Give the same one
    ///     from call to call.
    /// - Returns: the verdicts in the order of the inputs.
    public func verdicts(on inputs: [[UInt8]], refusingRepeats seen: SeenIdentifiers? = nil) async -> [Verdict] {
        let verdicts = await inBatches(inputs, verdicts)
        guard let seen else { return verdicts }
        return verdicts.map { $0.refusingRepeat(seen) }
    }

    /// Verifies inputs as they come, on all cores, and gives the verdicts in their order.
    ///
    /// - Parameters:
    ///   - inputs: tokens, bodies or JSON texts.
    ///   - seen: as for arrays.
    public func verdicts<Inputs: AsyncSequence & Sendable>(
        on inputs: Inputs, refusingRepeats seen: SeenIdentifiers? = nil
    ) -> InputResults<Inputs, Verdict> where Inputs.Element == [UInt8] {
        InputResults(inputs: inputs, work: verdicts) { verdict in
            guard let seen else { return verdict }
            return verdict.refusingRepeat(seen)
        }
    }

    /// The verdicts on one batch.
    @Sendable
    private func verdicts(_ inputs: [[UInt8]], _ first: Int) -> [Verdict] {
        var engine = VerificationEngine(self)
        for (offset, input) in inputs.enumerated() {
            unsafe input.withUnsafeBytes { unsafe engine.add($0, input: first + offset) }
        }
        engine.check()
        return engine.batch.entries.indices.map { engine.batch.verdict($0) }
    }
}

extension Verdict {
    fileprivate func refusingRepeat(_ seen: SeenIdentifiers) -> Verdict {
        guard case .success(let verified) = result else { return self }
        let fault =
            if let identifier = verified.identifier {
                unsafe Array(identifier.utf8).withUnsafeBytes { unsafe seen.fault(of: $0, verified.kind) }
            } else {
                unsafe seen.fault(of: nil, verified.kind)
            }
        guard let fault else { return self }
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
        var engine = ValidationEngine(self)
        for (offset, input) in inputs.enumerated() {
            unsafe input.withUnsafeBytes { unsafe engine.add($0, input: first + offset, at: now) }
        }
        engine.check()
        return engine.reports
    }
}
