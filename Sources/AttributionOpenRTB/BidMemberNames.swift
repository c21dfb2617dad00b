extension BidRules {
    /// The names of the members of all objects of both extensions, without duplicates.
    package static let memberNames: [String] = {
        let lists = [
            BidMembers.attributionRequest, BidMembers.attributionRequestExtension, BidMembers.attributionResponse,
            BidMembers.skadnRequest, BidMembers.skadnList, BidMembers.skadnResponse, BidMembers.skadnFidelity,
            BidMembers.skadnOverlay,
        ]
        var names: [String] = []
        for name in lists.flatMap(\.list).map(\.name) where name != "ext" && !names.contains(name) {
            names.append(name)
        }
        return names
    }()

    /// The rules that apply to every member.
    package static let ofAnyMember = [missing, type, value]
}
