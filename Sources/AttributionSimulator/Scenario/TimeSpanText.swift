import AttributionBytes

extension TimeSpan {
    /// Returns the milliseconds of an offset such as `90s`, `1s999ms` or `3d4h`: numbers with the units d, h, m, s
    /// and ms, each at most once and in this order. Returns nil for any other text, and if the offset exceeds 64
    /// bits.
    package static func offset(_ text: ByteView) -> Int64? {
        let units: [(name: StaticString, length: Int64)] = [
            ("d", day), ("h", hour), ("m", minute), ("s", second), ("ms", 1),
        ]
        var at = 0
        var next = 0
        var total: Int64 = 0
        while at < text.count {
            var number: Int64 = 0
            let start = at
            while at < text.count, ASCII.isDigit(text[at]) {
                let (tens, overflow) = number.multipliedReportingOverflow(by: 10)
                let (sum, carry) = tens.addingReportingOverflow(Int64(text[at] - ASCII.zero))
                if overflow || carry { return nil }
                number = sum
                at += 1
            }
            guard at > start else { return nil }
            let nameStart = at
            while at < text.count, !ASCII.isDigit(text[at]) { at += 1 }
            let name = text.part(nameStart..<at)
            guard let unit = units[next...].firstIndex(where: { name.elementsEqual($0.name) }) else {
                return nil
            }
            next = unit + 1
            let (length, overflow) = number.multipliedReportingOverflow(by: units[unit].length)
            let (sum, carry) = total.addingReportingOverflow(length)
            if overflow || carry { return nil }
            total = sum
        }
        return text.isEmpty ? nil : total
    }
}
