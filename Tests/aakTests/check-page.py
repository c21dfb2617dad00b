"""Compares the figures of a page of aak report with those of its JSON.

usage: check-page.py PAGE OVERVIEW GROUPS
"""

import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from decimal import ROUND_HALF_UP, Decimal
from html.parser import HTMLParser

EMPTY = {"meta", "rect", "circle"}
ENDS = ("least", "most", "estimate")


class Balance(HTMLParser):
    """Whether each element that begins ends, as HTML is read."""

    def __init__(self):
        super().__init__()
        self.open = []
        self.names = set()

    def handle_starttag(self, tag, attrs):
        self.names.add(tag)
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.names.add(tag)
        assert tag in EMPTY, f"<{tag}/> ends only in XML"

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"</{tag}> ends nothing"


def main():
    text = open(sys.argv[1], encoding="utf-8").read()
    overview = json.load(open(sys.argv[2]))
    groups = [json.loads(line) for line in open(sys.argv[3])]

    balance = Balance()
    balance.feed(text)
    assert not balance.open, f"{balance.open} are open at the end"
    assert not balance.names & {"script", "link", "img", "iframe", "object", "base"}, balance.names
    # Nothing is asked of anyone.
    assert not re.search(r"[a-z]+://", text)
    assert not re.search(r"url\(|@import|\son[a-z]+=", text)

    # It is XML too, so each picture in it is.
    page = ElementTree.fromstring(text.split("\n", 1)[1])
    pictures = list(page.iter("svg"))
    ids = [element.get("id") for element in page.iter() if element.get("id")]
    assert len(ids) == len(set(ids)), "an id stands twice"
    rows = [row for row in page.iter("tr") if row.find("td/svg") is not None and row.find("td[@data-figure]") is not None]
    assert len(rows) == len(pictures), "a picture outside a row with its figures"

    figures = {}
    for row in page.iter("tr"):
        cells = list(row)
        for cell in cells:
            if cell.get("data-figure"):
                figures.setdefault(cell.get("data-figure"), []).append(
                    ([other.text for other in cells if other.tag == "th"], cell.text))

    compared = 0

    def check(name, shown, said):
        nonlocal compared
        assert shown == said, f"{name}: the page has {shown}, the JSON {said}"
        compared += 1

    def counts(name):
        rows = figures.get(f"{name}.count", [])
        assert all(count != "0" for _, count in rows), f"{name} has a row of zeros"
        return {row[0]: int(count.replace(",", "")) for row, count in rows if row[0] != "not disclosed"}

    def shown(column, table):
        return [cell.replace(",", "") for _, cell in figures.get(f"{table}.{column}", [])]

    def said(value):
        return "-" if value is None else str(value)

    for name, value in overview.items():
        if isinstance(value, dict) and not {"least", "first"} & set(value) and name != "left-out":
            check(name, counts(name), {key: count for key, count in value.items() if count})
        elif name == "fine":
            check(name, [counts(name).get(str(place), 0) for place in range(64)], value)
        elif isinstance(value, dict) and "least" in value:
            check(name, [shown(f"{name}-{end}", "money") for end in ENDS], [[value[end]] for end in ENDS])
    check("outcomes", counts("outcomes"), {name: overview[name] for name in ("won", "lost") if overview[name]})
    # Campaigns of which there is nothing to tell are left out.
    table = "campaigns" if any("campaign" in row["group"] for row in groups) else "groups"
    groups = [row for row in groups if row["inputs"] or row.get("shared") or float(row.get("spend") or 0)]
    check("groups", [row for row, _ in figures.get(f"{table}.inputs", [])],
          [["none of these" if table == "campaigns" and value is None else said(value) for value in row["group"].values()]
           for row in groups])
    for column in ("inputs", "shared", "won", "fine", "coarse", "none", "fine-mean", "spend"):
        if not groups or column in groups[0]:
            check(column, shown(column, table), [said(row[column]) for row in groups])
    for column in ("revenue", "roas"):
        for end in ENDS:
            if groups and column in groups[0]:
                check(column, shown(f"{column}-{end}", table), [said(row[column] and row[column][end]) for row in groups])
    for column in ("requests", "impressions", "clicks", "revenue", "ecpm"):
        values = [said(row[column]) for row in overview.get("earnings", [])]
        if column == "revenue":
            # The page rounds half up.
            values = [str(Decimal(value).quantize(Decimal("0.01"), ROUND_HALF_UP)) for value in values]
        check(column, shown(column, "earnings"), values)
    if overview["verdicts"]["unverified"]:
        assert "unverified: anyone may have sent them" in text
    print(f"{len(pictures)} pictures, {compared} lists: the same")


main()
