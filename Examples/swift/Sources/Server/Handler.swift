import AdAttribution

/// Adds the routes of both frameworks. The router must accept paths with and without the trailing slash: if a device is
/// redirected, its postback is lost.
func addPostbackRoutes(to router: Router<some RequestContext>, receiver: PostbackReceiver<some PostbackStore>) {
    for framework in ["appattribution", "skadnetwork"] {
        router.post(".well-known/\(framework)/report-attribution/") { request, _ in
            // A larger body is not a postback: Hummingbird responds with 413.
            let body = try await request.body.collect(upTo: 16_384)
            do {
                _ = try await receiver.receive(body.readableBytesView)
                return HTTPResponse.Status.ok
            } catch {
                return HTTPResponse.Status.internalServerError
            }
        }
    }
}
