/// What stands for a web framework, in the shape of Hummingbird's types. A program that has one imports it instead.
final class Router<Context: RequestContext> {
    typealias Handler = @Sendable (Request, Context) async throws -> HTTPResponse.Status

    private(set) var routes: [String: Handler] = [:]

    func post(_ path: String, use handler: @escaping Handler) {
        for path in [path, String(path.dropLast())] { routes[path] = handler }
    }
}

protocol RequestContext: Sendable {}

struct BasicContext: RequestContext {}

enum HTTPResponse {
    enum Status: Int {
        case ok = 200
        case internalServerError = 500
    }
}

struct Request: Sendable {
    let body: Body

    struct Body: Sendable {
        let bytes: [UInt8]

        struct TooLarge: Error {}

        func collect(upTo limit: Int) async throws -> Buffer {
            guard bytes.count <= limit else { throw TooLarge() }
            return Buffer(readableBytesView: bytes[...])
        }
    }

    struct Buffer { let readableBytesView: ArraySlice<UInt8> }
}
