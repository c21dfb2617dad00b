import AttributionBase

/// Postbacks that Apple's articles print as valid.
enum Published {
    static let four = """
        {"version":"4.0","ad-network-id":"com.example","source-identifier":"5239","app-id":525463029,\
        "transaction-id":"6aafb7a5-0170-41b5-bbe4-fe71dedf1e30","redownload":false,"source-domain":"example.com",\
        "fidelity-type":1,"did-win":true,"conversion-value":63,"postback-sequence-index":0,\
        "attribution-signature":"MEUCIGRmSMrqedNu6uaHyhVcifs118R5z/AB6cvRaKrRRHWRAiEAv96ne3dKQ5kJpbsfk4eYiePmrZUU6sQmo+7zfP/1Bxo="}
        """
    static let three = """
        {"version":"3.0","ad-network-id":"example123.skadnetwork","campaign-id":42,\
        "transaction-id":"6aafb7a5-0170-41b5-bbe4-fe71dedf1e28","app-id":525463029,\
        "attribution-signature":"MEYCIQD5eq3AUlamORiGovqFiHWI4RZT/PrM3VEiXUrsC+M51wIhAPMANZA9c07raZJ64gVaXhB9+9yZj/X6DcNxONdccQij",\
        "redownload":true,"source-app-id":1234567891,"fidelity-type":1,"conversion-value":20,"did-win":true}
        """

    static let all = [four, three]
}

extension JSONValue {
    var bytes: [UInt8] { Array(text.utf8) }
}
