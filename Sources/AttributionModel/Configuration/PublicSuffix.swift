/// The end of a host name below which a registry, or a provider for its users, hands out names.
struct PublicSuffix {
    /// The number of its labels.
    let count: Int
    /// Whether it belongs to a provider and not to a registry. Whether Apple's systems take such a suffix for a public one
    /// is not documented.
    var isShared = false
    /// Whether a list has it. Otherwise it is what most names of its form have.
    var isCertain = true

    /// Finds the public suffix of a host name in lowercase, which may be the name itself.
    init(of labels: [Substring]) {
        func last(_ count: Int) -> String { labels.suffix(count).joined(separator: ".") }
        for length in [4, 3, 2] where labels.count >= length {
            guard Self.shared.contains(last(length)) || Self.shared.contains("*." + last(length - 1)) else { continue }
            (count, isShared) = (length, true)
            return
        }
        if Self.registries.contains(last(2)) {
            count = 2
        } else {
            let isBelowCountry = labels.last?.utf8.count == 2 && labels.count > 1
            count = isBelowCountry && Self.kinds.contains(labels[labels.count - 2]) ? 2 : 1
            isCertain = count == 1 && Self.tops.contains(labels.last ?? "")
        }
    }

    /// What most countries have registries for, below which names are registered.
    private static let kinds: Set<Substring> = [
        "ac", "co", "com", "edu", "go", "gob", "gouv", "gov", "gub", "mil", "ne", "net", "nom", "or", "org", "sch",
    ]

    // The suffixes that most apps' addresses have.

    // Of countries, those whose registries have no other kinds than those above, by the public suffix list.
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

    /// The suffixes of providers that host servers or pages, where somebody may want copies to go, as the public suffix list
    /// [publicsuffix.org] had them in 2025. Of those after an asterisk, each name one label longer is a suffix.
    private static let shared: Set<String> = [
        "*.awsapprunner.com", "*.azurecontainer.io", "*.code.run", "*.digitaloceanspaces.com", "*.elasticbeanstalk.com",
        "*.northflank.app", "*.oraclecloudapps.com", "*.platformsh.site", "*.r.appspot.com", "*.run.app",
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
}
