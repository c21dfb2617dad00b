"""Counts what aak report counts, on its own, and compares.

usage: count-report.py results|unverified LINES REPORT [FIELD,FIELD GROUPS]

LINES are what aak report read, without and with --unverified, REPORT is its overview as JSON, and GROUPS its groups by the fields,
one a line.
"""

import base64
import json
import sys
from collections import Counter
from fractions import Fraction


def payload(token):
    part = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))


def facts(whose, line):
    """What a line says: a verdict, and the signed and the other fields where its postback counts."""
    if whose == "results":
        value = json.loads(line)
        if "verdict" in value:
            if value["verdict"] != "valid" or value["kind"] not in ("postback", "skadnetwork-postback"):
                return value["verdict"], None, None, None
            # Of SKAdNetwork a whole postback is verified, which may have nothing else.
            nothing = {} if "framework" in value else None
            return "valid", value["payload"], value.get("unsigned", nothing), value["environment"]
        if value["event"] != "postback" or value["to"] != "ad-network" or value["status"] != 200:
            return None, None, None, None
        value = value["body"]
    elif line.startswith("eyJ"):
        return "unverified", payload(line), None, None
    else:
        value = json.loads(line)
    if "jws-string" in value:
        return "unverified", payload(value["jws-string"]), value, None
    return "unverified", value, value, None


def tiers(signed, beside, later, won):
    """The tiers that a postback fits, by the table of Apple's article, read backwards."""
    skan = "transaction-id" in signed
    if skan and signed.get("version") != "4.0":
        return None
    fit = {1, 2, 3} if later and won else set() if later else {0, 1, 2, 3}
    digits = len(signed["source-identifier"])
    if digits > 2:
        fit &= set() if later else {2, 3}
    publisher = any(name in signed for name in ("publisher-item-identifier", "source-app-id", "source-domain"))
    if publisher:
        fit &= {3} if not later and won else set()
    elif not later and won:
        fit -= {3}
    if not skan and not later:
        fit &= {1, 2, 3} if "marketplace-identifier" in signed else {0}
    if beside is not None:
        if "conversion-value" in beside:
            fit &= {2, 3} if not later and won else set()
        if "coarse-conversion-value" in beside:
            fit &= set() if not won else {1, 2, 3} if later else {1}
        if "country-code" in beside and not later and (won or not skan) and 3 in fit:
            fit = {3}
    return fit


def name_of(fit):
    if not fit:
        return "none"
    low, high = min(fit), max(fit)
    if high - low == len(fit) - 1:
        return str(low) if low == high else f"{low}-{high}"
    return ",".join(map(str, sorted(fit)))


def absence(signed, beside, fit, later, won):
    if not won:
        return "nonwinning"
    if beside is None:
        return "token-only"
    if fit is None:
        return "threshold-or-not-set"
    if not fit:
        return "unreadable"
    if later:
        return "not-set"
    if fit <= {0, 1}:
        return "tier"
    return "not-set" if fit <= {2, 3} else "tier-or-not-set"


def rounded(number):
    cents = (number * 200 + 1) // 2
    return f"{cents // 100}.{cents % 100:02d}"


def main():
    whose, lines, report = sys.argv[1], sys.argv[2], json.load(open(sys.argv[3]))
    want = {name: Counter() for name in (
        "verdicts", "environments", "frameworks", "conversion-types", "interactions", "windows", "tiers", "values",
        "none-because", "coarse", "source-digits", "countries", "marketplaces", "publishers")}
    fine = [0] * 64
    inputs = won_count = lost_count = 0
    fields = sys.argv[4].split(",") if len(sys.argv) > 4 else []
    groups = {}
    for line in open(lines, encoding="utf-8"):
        try:
            verdict, signed, beside, environment = facts(whose, line.strip())
        except (ValueError, KeyError, IndexError):
            continue
        if verdict is None:
            continue
        inputs += 1
        want["verdicts"][verdict] += 1
        if signed is None:
            continue
        skan = "transaction-id" in signed
        won = signed.get("did-win") is not False
        won_count += signed.get("did-win") is True
        lost_count += signed.get("did-win") is False
        if environment:
            want["environments"][environment] += 1
        want["frameworks"]["skadnetwork" if skan else "adattributionkit"] += 1
        if skan:
            kind = {True: "redownload", False: "download"}.get(signed.get("redownload"))
            interaction = {1: "click", 0: "view"}.get(signed.get("fidelity-type"))
        else:
            kind = signed["conversion-type"]
            interaction = (beside or {}).get("ad-interaction-type")
        index = signed.get("postback-sequence-index")
        window = None if index is None else index + 1
        later = window in (2, 3)
        fit = tiers(signed, beside, later, won)
        publisher = next((signed[name] for name in ("publisher-item-identifier", "source-app-id", "source-domain")
                          if name in signed), None)
        source = signed.get("source-identifier")
        country = (beside or {}).get("country-code")
        for name, value in (
                ("conversion-types", kind), ("interactions", interaction), ("windows", window),
                ("tiers", None if fit is None else name_of(fit)), ("source-digits", source and len(source)),
                ("countries", country), ("marketplaces", signed.get("marketplace-identifier")),
                ("publishers", publisher)):
            if value is not None:
                want[name][str(value)] += 1
        group = groups.setdefault(
            tuple({"source-identifier": source, "window": window, "country-code": country,
                   "tier": None if fit is None else name_of(fit)}[field] for field in fields),
            {"inputs": 0, "won": 0, "fine": 0, "coarse": 0, "none": 0, "sum": 0})
        group["inputs"] += 1
        group["won"] += signed.get("did-win") is True
        value = "none"
        if beside and "conversion-value" in beside:
            value = "fine"
            fine[beside["conversion-value"]] += 1
            group["sum"] += beside["conversion-value"]
        elif beside and "coarse-conversion-value" in beside:
            value = "coarse"
            want["coarse"][beside["coarse-conversion-value"]] += 1
        else:
            want["none-because"][absence(signed, beside, fit, later, won)] += 1
        want["values"][value] += 1
        group[value] += 1

    faults = 0

    def check(name, mine, theirs):
        nonlocal faults
        if mine != theirs:
            faults += 1
            print(f"{name}: counted {mine}, reported {theirs}")

    check("inputs", inputs, report["inputs"])
    check("won", won_count, report["won"])
    check("lost", lost_count, report["lost"])
    check("fine", fine, report["fine"])
    for name, counts in want.items():
        check(name, dict(counts), {key: count for key, count in report[name].items() if count})
    if fields:
        reported = [json.loads(line) for line in open(sys.argv[5])]
        for row in reported:
            mine = groups.pop(tuple(row["group"][field] for field in fields), None)
            mean = mine and mine["fine"] and rounded(Fraction(mine["sum"], mine["fine"])) or None
            check(row["group"], mine and [mine[name] for name in ("inputs", "won", "fine", "coarse", "none")] + [mean],
                  [row[name] for name in ("inputs", "won", "fine", "coarse", "none", "fine-mean")])
        check("groups that were not reported", groups, {})
        check("order", [row["inputs"] for row in reported], sorted((row["inputs"] for row in reported), reverse=True))
    print(f"{inputs} inputs, {len(want)} lists: {'they differ' if faults else 'the same'}")


main()
