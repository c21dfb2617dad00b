/// The end of a host name below which a registry, or a provider for its users, hands out names, after the public suffix
/// list [publicsuffix.org] of October 2026.
///
/// Left out are most suffixes of provinces and towns, of museums, and of lesser known providers. Their names are taken for
/// registered ones.
struct PublicSuffix {
    /// The number of its labels.
    let count: Int
    /// Whether it belongs to a provider and not to a registry. Whether Apple's systems take such a suffix for a public one
    /// is not documented.
    let isShared: Bool

    /// Finds the public suffix of a host name in lowercase, which may be the name itself.
    init(of labels: [Substring]) {
        let end = labels.suffix(4)
        for count in stride(from: end.count, to: 1, by: -1)
        where Self.shared.contains(end.suffix(count).joined(separator: ".")) {
            self = PublicSuffix(count: count, isShared: true)
            return
        }
        self = PublicSuffix(count: min(Self.countOfRegistry(labels), labels.count), isShared: false)
    }

    private init(count: Int, isShared: Bool) {
        self.count = count
        self.isShared = isShared
    }

    private static func countOfRegistry(_ labels: [Substring]) -> Int {
        guard labels.count > 1, let country = labels.last else { return 1 }
        let second = labels[labels.count - 2]
        if allBelow.contains(country) { return 2 }
        guard let own = countries[country], own.contains(second) else { return 1 }
        let third = labels.dropLast(2).last ?? ""
        return switch country {
        // Below a prefecture are towns and registered names.
        case "jp": second.count == 2 || labels.count < 4 ? 2 : 3
        case "us": ["cc", "k12", "lib"].contains(third) ? 3 : 2
        case "uk": second == "sch" ? 3 : 2
        default: 2
        }
    }

    /// The countries with a public suffix in every name below them.
    private static let allBelow: Set<Substring> = ["bd", "ck", "er", "fk", "jm", "kh", "mm", "np", "pg"]

    /// The labels of the registries below each country.
    private static let countries: [Substring: Set<Substring>] = Dictionary(
        registries.split(separator: "\n").map { line in
            let words = line.split(separator: " ")
            return (words[0], Set(words.dropFirst()))
        }, uniquingKeysWith: { $0.union($1) })

    private static let shared = Set(providers.split { $0 == " " || $0 == "\n" }.map(String.init))

    private static let registries = """
        ac com edu gov mil net org
        ae ac co gov mil net org sch
        af com edu gov net org
        ag co com net nom org
        ai com net off org
        al com edu gov mil net org
        am co com commune net org
        ao co ed edu gov gv it og org pb
        ar bet com coop edu gob gov int mil musica mutual net org seg senasa tur
        as gov
        at ac co gv or
        au act asn com conf edu gov id net nsw nt org oz qld sa tas vic wa
        aw com
        az biz co com edu gov info int mil name net org pp pro
        ba com edu gov mil net org
        bb biz co com edu gov info net org store tv
        bd ac ai co com edu gov id info it mil net org sch tv
        be ac
        bf gov
        bg 0 1 2 3 4 5 6 7 8 9 a b c d e f g h i j k l m n o p q r s t u v w x y z
        bh com edu gov net org
        bi co com edu or org
        bj africa agro architectes assur avocats co com eco econo edu info loisirs money net org ote restaurant resto tourism univ
        bm com edu gov net org
        bn com edu gov net org
        bo academia agro arte blog bolivia ciencia com cooperativa democracia deporte ecologia economia edu empresa gob ia indigena
        bo industria info int medicina mil movimiento musica natural net nombre noticias org patria plurinacional politica
        bo profesional pueblo revista salud tecnologia tksat transporte tv web wiki
        br 9guacu abc adm adv agr aju am anani aparecida api app arq art ato b barueri belem bet bhz bib bio blog bmd boavista bsb
        br campinagrande campinas caxias cim cng cnt com contagem coop coz cri cuiaba curitiba def des det dev ecn eco edu emp enf
        br eng esp etc eti far feira flog floripa fm fnd fortal fot foz fst g12 geo ggf goiania gov gru ia imb ind inf jab jampa jdf
        br joinville jor jus leg leilao lel log londrina macapa maceio manaus maringa mat med mil morena mp mus natal net niteroi
        br not ntr odo ong org osasco palmas poa ppg pro psc psi pvh qsl radio rec recife rep ribeirao rio riobranco riopreto
        br salvador sampa santamaria santoandre saobernardo saogonca seg sjc slg slz social sorocaba srv taxi tc tec teo the tmp trd
        br tur tv udi vet vix vlog wiki xyz zlg
        bs com edu gov net org
        bt com edu gov net org
        bw ac co gov net org
        by com gov mil of
        bz co com edu gov net org
        ca ab bc gc mb nb nf nl ns nt nu on pe qc sk yk
        cd gov
        ci ac asso co com ed edu go gouv int net or org
        cl co gob gov mil
        cm co com gov net
        cn ac ah bj com cq edu fj gd gov gs gx gz ha hb he hi hk hl hn jl js jx ln mil mo net nm nx org qh sc sd sh sn sx tj tw xj
        cn xz yn zj
        co com edu gov mil net nom org
        cr ac co ed fi go or sa
        cu com edu gob inf nat net org
        cv com edu id int net nome org publ
        cw com edu net org
        cx gov
        cy ac biz com ekloges gov ltd mil net org press pro tm
        cz gov
        dm co com edu gov net org
        do art com edu gob gov mil net org sld web
        dz art asso com edu gov net org pol soc tm
        ec abg adm agron arqt art bar chef com cont cpa cue dent dgn disco doc edu eng esm fin fot gal gob gov gye ibr info k12 lat
        ec loj med mil mktg mon net ntr odont org pro prof psic psiq pub rio rrpp sal tech tul tur uio vet xxx
        ee aip com edu fie gov lib med org pri riik
        eg ac com edu eun gov info me mil name net org sci sport tv
        es com edu gob nom org
        et biz com edu gov info name net org
        fi aland
        fj ac biz com edu gov id info mil name net org pro
        fm com edu net org
        fr asso avoues cci com gouv greta huissier-justice nom prd tm
        gd edu gov
        ge com cyb edu gov llc net online org pvt school tnx
        gg co net org
        gh biz com edu gov mil net org
        gi com edu gov ltd mod org
        gl co com edu net org
        gn ac com edu gov net org
        gp asso com edu mobi net org
        gr com edu gov net org
        gt com edu gob ind mil net org
        gu com edu gov guam info net org web
        gy co com edu gov net org
        hk com edu gov idv net org
        hn com edu gob mil net org
        hr com from iz name
        ht adult art asso com coop edu firm gouv info med net org perso pol pro rel shop
        hu 2000 agrar bolt casino city co erotica erotika film forum games hotel info ingatlan jogasz konyvelo lakas media news org
        hu priv reklam sex shop sport suli szex tm tozsde utazas video
        id ac ai biz co desa go kop mil my net or ponpes sch web
        ie gov
        il ac co gov idf k12 muni net org
        im ac co com net org tt tv
        in 5g 6g ac aero ai alumni am bank bihar biz business ca cn co com coop cs delhi dr edu er fin firm gen gov gujarat ind info
        in int internet io me mil net nic org pg post pro res school travel tv ub uk up us
        io co com edu gov mil net nom org
        iq com edu gov mil net org
        ir ac co gov id net org sch
        it edu gov
        je co net org
        jo agri ai com edu eng fm gov mil net org per phd sch tv
        jp ac ad aichi akita aomori chiba co ed ehime fukui fukuoka fukushima gifu go gr gunma hiroshima hokkaido hyogo ibaraki
        jp ishikawa iwate kagawa kagoshima kanagawa kochi kumamoto kyoto lg mie miyagi miyazaki nagano nagasaki nara ne niigata oita
        jp okayama okinawa or osaka saga saitama shiga shimane shizuoka tochigi tokushima tokyo tottori toyama wakayama yamagata
        jp yamaguchi yamanashi
        jp kawasaki kitakyushu kobe nagoya sapporo sendai yokohama
        ke ac co go info me mobi ne or sc
        kg com edu gov mil net org
        kh com edu gov net org
        ki biz com edu gov info net org
        km ass asso com coop edu gouv gov medecin mil nom notaires org pharmaciens prd presse tm veterinaire
        kn edu gov net org
        kp com edu gov org rep tra
        kr ac ai busan chungbuk chungnam co daegu daejeon es gangwon go gwangju gyeongbuk gyeonggi gyeongnam hs incheon io it jeju
        kr jeonbuk jeonnam kg me mil ms ne or pe re sc seoul ulsan
        kw com edu emb gov ind net org
        ky com edu net org
        kz com edu gov mil net org
        la com edu gov info int net org per
        lb com edu gov net org
        lc co com edu gov net org
        lk ac assn com edu gov grp hotel int ltd net ngo org sch soc web
        lr com edu gov net org
        ls ac biz co edu gov info net org sc
        lt gov
        lv asn com conf edu gov id mil net org
        ly com edu gov id med net org plc sch
        ma ac co gov net org press
        mc asso tm
        me ac co edu gov its net org priv
        mg co com edu gov mil nom org prd
        mk com edu gov inf name net org
        ml ac art asso com edu gouv gov info inst net org pr presse
        mn edu gov org
        mo com edu gov net org
        mr gov
        ms com edu gov net org
        mt com edu net org
        mu ac co com gov net or org
        mv aero biz com coop edu gov info int mil museum name net org pro
        mw ac biz co com coop edu gov int net org
        mx com edu gob net org
        my biz com edu gov mil name net org
        mz ac adv co edu gov mil net org
        na alt co com gov net org
        nc asso nom
        nf arts com firm info net other per rec store web
        ng com edu gov i mil mobi name net org sch
        ni ac biz co com edu gob in info int mil net nom org web
        no co dep folkebibl fylkesbibl herad idrett kommune mil museum priv stat vgs
        nr biz com edu gov info net org
        nz ac co cri geek gen govt health iwi kiwi maori mil net org parliament school
        om co com edu gov med museum net org pro
        pa abo ac com edu gob ing med net nom org sld
        pe com edu gob mil net nom org
        pf com edu org
        ph com edu gov i mil net ngo org
        pk ac biz com edu fam gkp gob gog gok gop gos gov net org web
        pl agro aid atm augustow auto babia-gora bedzin beskidy bialowieza bialystok bielawa bieszczady biz boleslawiec bydgoszcz
        pl bytom cieszyn com czeladz czest dlugoleka edu elblag elk glogow gmina gniezno gorlice gov grajewo gsm ilawa info jaworzno
        pl jelenia-gora jgora kalisz karpacz kartuzy kaszuby katowice kazimierz-dolny kepno ketrzyn klodzko kobierzyce kolobrzeg
        pl konin konskowola kutno lapy lebork legnica lezajsk limanowa lomza lowicz lubin lukow mail malbork malopolska mazowsze
        pl mazury media miasta mielec mielno mil mragowo naklo net nieruchomosci nom nowaruda nysa olawa olecko olkusz olsztyn
        pl opoczno opole org ostroda ostroleka ostrowiec ostrowwlkp pc pila pisz podhale podlasie polkowice pomorskie pomorze powiat
        pl priv prochowice pruszkow przeworsk pulawy radom rawa-maz realestate rel rybnik rzeszow sanok sejny sex shop sklep skoczow
        pl slask slupsk sos sosnowiec stalowa-wola starachowice stargard suwalki swidnica swiebodzin swinoujscie szczecin szczytno
        pl szkola targi tarnobrzeg tgory tm tourism travel turek turystyka tychy ustka walbrzych warmia warszawa waw wegrow wielun
        pl wlocl wloclawek wodzislaw wolomin wroclaw zachpomor zagan zarow zgora zgorzelec
        pn co edu gov net org
        pr ac biz com edu est gov info isla name net org pro prof
        ps com edu gov net org plo sec
        pt com edu gov int net nome org publ
        pw gov
        py com coop edu gov mil net org
        qa com edu gov mil name net org sch
        re asso com
        ro arts com firm info nom nt org rec store tm www
        rs ac co edu gov in org
        rw ac co coop gov mil net org
        sa com edu gov med net org pub sch
        sb com edu gov net org
        sc com edu gov net org
        sd com edu gov info med net org tv
        se a ac b bd brand c d e f fh fhsk fhv g h i k komforb kommunalforbund komvux l lanbib m n naturbruksgymn o org p parti pp
        se press r s t tm u w x y z
        sg com edu gov net org
        sh com gov mil net org
        sk org
        sl com edu gov net org
        sn art com edu gouv org univ
        so com edu gov me net org
        ss biz co com edu gov me net org sch
        st co com consulado edu embaixada mil net org principe saotome store
        sv com edu gob org red
        sx gov
        sy com edu gov mil net org
        sz ac co org
        th ac co go in mi net or
        tj biz co com edu go gov int mil name net nic org test web
        tl gov
        tm co com edu gov mil net nom org
        tn com ens fin gov ind info intl mincom nat net org perso tourism
        to com edu gov mil net org
        tr av bbs bel biz com dr edu gen gov info k12 kep mil name nc net org pol tel tsk tv web
        tt biz co com edu gov info mil name net org pro
        tw club com ebiz edu game gov idv mil net org
        tz ac co go hotel info me mil mobi ne or sc tv
        ua cherkassy cherkasy chernigov chernihiv chernivtsi chernovtsy ck cn com cr crimea cv dn dnepropetrovsk dnipropetrovsk
        ua donetsk dp edu gov if in ivano-frankivsk kh kharkiv kharkov kherson khmelnitskiy khmelnytskyi kiev kirovograd km kr
        ua kropyvnytskyi krym ks kv kyiv lg lt lugansk luhansk lutsk lv lviv mk mykolaiv net nikolaev od odesa odessa org pl poltava
        ua rivne rovno rv sb sebastopol sevastopol sm sumy te ternopil uz uzhgorod uzhhorod vinnica vinnytsia vn volyn yalta
        ua zakarpattia zaporizhzhe zaporizhzhia zhitomir zhytomyr zp zt
        ug ac co com edu go gov mil ne or org sc us
        uk ac co gov ltd me net nhs org plc police
        us ak al ar as az ca co ct dc de dni fl ga gu hi ia id il in isa ks ky la ma md me mi mn mo ms mt nc nd ne nh nj nm nsn nv
        us ny oh ok or pa pr ri sc sd tn tx ut va vi vt wa wi wv wy
        uy com edu gub mil net org
        uz co com net org
        vc com edu gov mil net org
        ve arts bib co com e12 edu emprende firm gob gov ia info int mil net nom org rar rec store tec web
        vg edu
        vi co com k12 net org
        vn ac ai angiang bacgiang backan baclieu bacninh baria-vungtau bentre binhdinh binhduong binhphuoc binhthuan biz camau
        vn cantho caobang com daklak daknong danang dienbien dongnai dongthap edu gialai gov hagiang haiduong haiphong hanam hanoi
        vn hatinh haugiang health hoabinh hue hungyen id info int io khanhhoa kiengiang kontum laichau lamdong langson laocai longan
        vn namdinh name net nghean ninhbinh ninhthuan org phutho phuyen pro quangbinh quangnam quangngai quangninh quangtri soctrang
        vn sonla tayninh thaibinh thainguyen thanhhoa thanhphohochiminh thuathienhue tiengiang travinh tuyenquang vinhlong vinhphuc
        vn yenbai
        vu com edu net org
        ws com edu gov net org
        ye com edu gov mil net org
        za ac agric alt co edu gov grondar law mil net ngo nic nis nom org school tm web
        zm ac biz co com edu gov info mil net org sch
        zw ac co gov mil org
        """

    private static let providers = """
        ae.org akamai.net akamaihd.net akamaized.net amplifyapp.com appchizi.com appspot.com awsapprunner.com awsglobalaccelerator.com
        azure-api.net azure-mobile.net azurecontainer.io azureedge.net azurefd.net azurestaticapps.net azurewebsites.net base44.app
        bitbucket.io biz.ua blob.core.windows.net blogsite.org blogspot.com bolt.host bplaced.net br.com bubbleapps.io carrd.co
        cdn.cloudflare.net cleverapps.io cloud66.ws cloudapp.net cloudflare.net cloudfront.net cloudfunctions.net cn.com co.business
        co.com co.cz co.de co.events co.krd co.nl co.pl co.place co.technology co.ua code.run codeberg.page com.de com.ru com.se
        convex.app convex.cloud convex.site csb.app ddns.net ddnss.de de.com de.cool deno.dev deno.net digitaloceanspaces.com
        duckdns.org dyndns.org dynu.net edgecompute.app edgekey.net edgesuite.net editorx.io edu.krd elasticbeanstalk.com
        elb.amazonaws.com eu.com eu.org eu.pythonanywhere.com expo.app fastly-edge.com fastlylb.net firebaseapp.com fly.dev framer.ai
        framer.app framer.media framer.photos framer.website framer.wiki freetls.fastly.net gb.net gitbook.io github.app github.io
        githubpreview.dev githubusercontent.com gitlab.io global.ssl.fastly.net gov.scot gr.com herokuapp.com hf.space hopto.org
        hosted.app hosting.ovh.net hu.net in.net ip.linodeusercontent.com is-a.dev jp.net jpn.com js.org lambda-url.us-east-1.on.aws
        lima-city.de linodeobjects.com lovable.app lovableproject.com ltd.ua map.fastly.net mex.com msk.ru my.canva.site myfritz.net
        myftp.org myqnapcloud.com myshopify.com net.ru netlify.app ngrok-free.app ngrok-free.dev ngrok.app ngrok.dev ngrok.io
        ngrok.pizza ngrok.pro no-ip.org nodebalancer.linode.com northflank.app notion.site nov.ru now.sh oci.customer-oci.com
        ocp.customer-oci.com ondigitalocean.app onrender.com oraclecloudapps.com oraclegovcloudapps.com org.ru pages.dev
        pantheonsite.io platformsh.site pp.ru pp.ua preview.csb.app priv.at pythonanywhere.com r.appspot.com r2.dev readthedocs.io
        repl.co repl.run replit.app replit.dev ru.com run.app s3.amazonaws.com sa.com se.net servebeer.com serveftp.com service.gov.uk
        servicebus.windows.net simplesite.com spb.ru spdns.de square.site square7.ch stackit.run streamlit.app streamlitapp.com
        supabase.co supabase.in supabase.net surge.sh synology.me sytes.net trafficmanager.net translate.goog trycloudflare.com ts.net
        uk.com uk.net up.railway.app us.com us.kg us.org usercontent.goog v0.build val.run vercel.app vercel.dev vultrobjects.com
        web.app web.core.windows.net web.val.run webflow.io webhop.me withgoogle.com wixsite.com wixstudio.com wixstudio.io
        workers.dev za.com za.net za.org zapto.org zeabur.app
        """
}
