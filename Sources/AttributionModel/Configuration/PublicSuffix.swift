/// The public suffix of a host name: the end below which a registry assigns names, or a hosting provider gives them to its customers.
struct PublicSuffix {
    /// The number of labels in the suffix.
    let count: Int
    /// Whether the suffix belongs to a provider rather than a registry. It is not documented whether Apple's systems treat such a suffix as
    /// public.
    var isShared = false
    /// Whether the suffix is in one of the lists below. Otherwise it is inferred from the form of the name.
    var isCertain = true

    /// Finds the public suffix of a host name in lowercase. It may be the whole name.
    init(of labels: [Substring]) {
        func last(_ count: Int) -> String { labels.suffix(count).joined(separator: ".") }
        // The end of the name, with a label less each time.
        var end = last(min(labels.count, 4))
        for length in [4, 3, 2] where labels.count >= length {
            let below = last(length - 1)
            guard Self.shared.contains(end) || Self.sharedBelow.contains(below) else {
                if length > 2 { end = below }
                continue
            }
            (count, isShared) = (length, true)
            return
        }
        if Self.registries.contains(end) {
            count = 2
        } else {
            let isBelowCountry = labels.last?.utf8.count == 2 && labels.count > 1
            count = isBelowCountry && Self.kinds.contains(labels[labels.count - 2]) ? 2 : 1
            isCertain = count == 1 && Self.tops.contains(labels.last ?? "")
        }
    }

    /// Second-level labels below which most countries register names.
    private static let kinds: Set<Substring> = [
        "ac", "co", "com", "edu", "go", "gob", "gouv", "gov", "gub", "mil", "ne", "net", "nom", "or", "org", "sch",
    ]

    // The lists contain the suffixes that most addresses of apps have.

    // Top-level domains that, according to the public suffix list, need no other labels than those in `kinds`.
    private static let tops: Set<Substring> = [
        "app", "biz", "com", "dev", "info", "net", "org", "ac", "ad", "ae", "af", "ag", "al", "aq", "as",
        "at", "aw", "ax", "ba", "be", "bf", "bh", "bi", "bm", "bn", "bs", "bt", "bv", "bw", "bz", "cc", "cd",
        "cf", "cg", "ch", "cl", "cm", "cw", "cx", "cz", "de", "dj", "dk", "dm", "es", "eu", "fi", "fm", "fo",
        "fr", "ga", "gb", "gd", "gf", "gg", "gh", "gl", "gm", "gn", "gq", "gr", "gs", "gw", "gy", "hm", "hn",
        "ie", "io", "iq", "it", "je", "kg", "kn", "ky", "kz", "lb", "lc", "li", "lr", "lt", "lu", "md", "mh",
        "mn", "mo", "mp", "mq", "mr", "ms", "mt", "mu", "mx", "ne", "nl", "no", "nu", "pe", "pf", "pl", "pm",
        "pn", "pt", "ru", "sb", "sc", "se", "sh", "si", "sj", "sk", "sl", "sm", "sr", "su", "sx", "sy", "sz",
        "tc", "td", "tf", "tg", "tk", "tl", "tm", "to", "tv", "uy", "uz", "va", "vc", "vg", "vu", "wf", "ws",
        "ye", "yt", "zw",
    ]
    private static let registries: Set<String> = [
        "ac.uk", "co.id", "co.il", "co.in", "co.jp", "co.kr", "co.nz", "co.th", "co.uk", "co.za", "com.ar", "com.au",
        "com.br", "com.cn", "com.hk", "com.mx", "com.my", "com.sg", "com.tr", "com.tw", "com.ua", "com.vn", "gov.uk",
        "ne.jp", "or.jp", "org.au", "org.uk",
    ]

    /// The suffixes of providers that host servers or pages where a developer may receive copies, from the public suffix list
    /// [publicsuffix.org] of 2025.
    private static let shared: Set<String> = [
        "amplifyapp.com", "appspot.com", "azureedge.net", "azurefd.net", "azurestaticapps.net", "azurewebsites.net",
        "blogspot.com", "bubbleapps.io", "cleverapps.io", "cloudapp.net", "cloudfront.net", "cloudfunctions.net",
        "convex.app", "csb.app", "deno.dev", "duckdns.org", "edgecompute.app", "expo.app", "firebaseapp.com", "fly.dev",
        "framer.app", "framer.website", "github.io", "gitlab.io", "glitch.me", "hasura.app", "herokuapp.com",
        "lovable.app", "myshopify.com", "netlify.app", "ngrok-free.app", "ngrok-free.dev", "ngrok.app", "ngrok.dev",
        "ngrok.io", "now.sh", "ondigitalocean.app", "onrender.com", "pages.dev", "pantheonsite.io",
        "pythonanywhere.com",
        "r2.dev", "readthedocs.io", "repl.co", "replit.app", "replit.dev", "s3.amazonaws.com", "supabase.co",
        "supabase.in", "trafficmanager.net", "trycloudflare.com", "vercel.app", "vercel.dev", "web.app", "webflow.io",
        "wixsite.com", "wixstudio.com", "workers.dev", "wpenginepowered.com", "zeabur.app",
    ]

    /// The names below which each label is such a suffix.
    private static let sharedBelow: Set<String> = [
        "awsapprunner.com", "azurecontainer.io", "code.run", "digitaloceanspaces.com", "elasticbeanstalk.com",
        "northflank.app", "oraclecloudapps.com", "platformsh.site", "r.appspot.com", "run.app",
    ]
}
