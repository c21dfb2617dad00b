import AttributionBase
import AttributionModel

/// The property lists of a built app, which is a folder, or of the apps in an archive of Xcode.
enum BuiltApp {
    /// The folders of an app that may contain extensions and other apps.
    private static let foldersOfParts = ["PlugIns", "Extensions", "AppClips", "Watch"]
    /// An app may contain an app that contains extensions. A link may lead back to the outer app.
    private static let deepest = 2

    /// Returns the property lists in place of a folder whose name says that it is an app or an archive; any other input is returned as it
    /// is. If an app has no `Info.plist`, reading it fails later, with its path.
    static func inputs(_ input: Input) throws(Diagnostic) -> [Input] {
        guard case .file(let given) = input, System.isDirectory(given) else { return [input] }
        let path = withoutSlash(given)
        if path.hasSuffix(".xcarchive") {
            let apps = try bundles(in: System.path(of: "Products/Applications", in: path))
            var lists: [Input] = []
            for app in apps { lists += try Self.lists(of: app) }
            return apps.isEmpty ? [input] : lists
        }
        return isBundle(path) ? try lists(of: path) : [input]
    }

    /// Returns a hint about a folder that cannot be read; nil for a folder in the place of a property list.
    static func hint(on path: String) -> String? {
        if path.hasSuffix("/Info.plist") { return nil }
        return withoutSlash(path).hasSuffix(".xcarchive")
            ? "this archive has no app in Products/Applications"
            : "aak validate reads the folders NAME.app and NAME.xcarchive"
    }

    private static func withoutSlash(_ path: String) -> String {
        path.utf8.count > 1 && path.hasSuffix("/") ? withoutSlash(String(path.dropLast())) : path
    }

    private static func isBundle(_ path: String) -> Bool { [".app", ".appex"].contains(where: path.hasSuffix) }

    /// Returns the apps and extensions in a folder; none if there is no such folder.
    private static func bundles(in folder: String) throws(Diagnostic) -> [String] {
        guard System.isDirectory(folder) else { return [] }
        return try System.names(in: folder).filter(isBundle).map { System.path(of: $0, in: folder) }
    }

    /// Returns the property list of an app, and those of its extensions and of the apps inside it that have keys of attribution.
    private static func lists(of bundle: String, depth: Int = 0) throws(Diagnostic) -> [Input] {
        // On macOS, an app's files are in Contents, and an app for iOS is inside a wrapper.
        let folders = [bundle] + ["Contents", "WrappedBundle"].map { System.path(of: $0, in: bundle) }
        let folder = folders.first { System.exists(System.path(of: "Info.plist", in: $0)) } ?? bundle
        let list = System.path(of: "Info.plist", in: folder)
        var lists = depth == 0 || mayHaveKeys(list) ? [Input.file(list)] : []
        guard depth < deepest else { return lists }
        for name in foldersOfParts {
            for part in try bundles(in: System.path(of: name, in: folder)) {
                lists += try Self.lists(of: part, depth: depth + 1)
            }
        }
        return lists
    }

    /// Whether a property list has keys of attribution, or cannot be read, which is reported when it is checked.
    private static func mayHaveKeys(_ path: String) -> Bool {
        guard System.exists(path) else { return false }
        guard System.isRegular(path), let text = try? DocumentFile.contents(.file(path)),
            let list = try? PropertyListText(text)
        else { return true }
        return list.document.withView { root in
            let findings = Examiner().findings(configuration: root, wantsKeys: true)
            return !findings.contains { $0.rule === ConfigurationRules.noKeys }
        }
    }
}
