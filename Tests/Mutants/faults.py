"""Which faults can be planted in a Swift file, and how.

A fault is planted behind a switch, so that one build has all of them and a run has the one that AAK_MUTANT names. An operator
becomes an operator of the fault's own with the same precedence, and a value goes through a function of its own: nothing has to
be known of the types around it, and what does not compile was no such fault.
"""

import hashlib

# How often each kind is chosen, in turn.
KINDS = [
    "comparison", "dropped", "negated", "constant", "comparison", "member", "swapped", "negated", "default", "arithmetic",
]

COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
ARITHMETIC = {
    "+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "&+": "&-", "&-": "&+", "&": "|", "|": "&", "<<": ">>", ">>": "<<",
    "+=": "-=", "-=": "+=", "..<": "...",
}
PRECEDENCE = {
    "+": "Addition", "-": "Addition", "&+": "Addition", "&-": "Addition", "|": "Addition", "*": "Multiplication",
    "/": "Multiplication", "%": "Multiplication", "&": "Multiplication", "<<": "BitwiseShift", ">>": "BitwiseShift",
    "+=": "Assignment", "-=": "Assignment", "..<": "RangeFormation", "&&": "LogicalConjunction", "||": "LogicalDisjunction",
    "??": "NilCoalescing",
}
CONSTRAINTS = {
    "*": "Numeric", "/": "BinaryInteger", "%": "BinaryInteger", "&+": "FixedWidthInteger", "&-": "FixedWidthInteger",
    "&": "BinaryInteger", "|": "BinaryInteger",
}

# A member's name, what it becomes, and the extensions that do it; NAME is the fault's own name, and ON whether it is planted.
MEMBERS = {
    "contains": [
        ("first ==", "extension Sequence where Element: Equatable { func NAME(_ wanted: Element) -> Bool {"
         " if !ON { return contains(wanted) }; for element in self { return element == wanted }; return false } }"),
        ("last ==", "extension BidirectionalCollection where Element: Equatable { func NAME(_ wanted: Element) -> Bool {"
         " ON ? last == wanted : contains(wanted) } }"),
    ],
    "contains where": [
        ("allSatisfy", "extension Sequence { func NAME(where holds: (Element) throws -> Bool) rethrows -> Bool {"
         " ON ? try allSatisfy(holds) : try contains(where: holds) } }"),
    ],
    "allSatisfy": [
        ("contains", "extension Sequence { func NAME(_ holds: (Element) throws -> Bool) rethrows -> Bool {"
         " ON ? try contains(where: holds) : try allSatisfy(holds) } }"),
    ],
    "first": [
        ("last", "extension BidirectionalCollection { var NAME: Element? { ON ? last : first }"
         " func NAME(where holds: (Element) throws -> Bool) rethrows -> Element? {"
         " ON ? try last(where: holds) : try first(where: holds) } }"),
    ],
    "last": [
        ("first", "extension BidirectionalCollection { var NAME: Element? { ON ? first : last }"
         " func NAME(where holds: (Element) throws -> Bool) rethrows -> Element? {"
         " ON ? try first(where: holds) : try last(where: holds) } }"),
    ],
    "hasPrefix": [
        ("hasSuffix", "extension StringProtocol { func NAME(_ part: some StringProtocol) -> Bool {"
         " ON ? hasSuffix(part) : hasPrefix(part) } }"),
    ],
    "hasSuffix": [
        ("hasPrefix", "extension StringProtocol { func NAME(_ part: some StringProtocol) -> Bool {"
         " ON ? hasPrefix(part) : hasSuffix(part) } }"),
    ],
    "isEmpty": [("isEmpty == false", "extension Collection { var NAME: Bool { ON != isEmpty } }")],
    "lowercased": [("description", "extension StringProtocol { func NAME() -> String { ON ? String(self) : lowercased() } }")],
    "uppercased": [("description", "extension StringProtocol { func NAME() -> String { ON ? String(self) : uppercased() } }")],
    "dropFirst": [
        ("dropNone", "extension Collection { func NAME(_ count: Int = 1) -> SubSequence { dropFirst(ON ? 0 : count) } }"),
    ],
    "dropLast": [
        ("dropNone", "extension Collection { func NAME(_ count: Int = 1) -> SubSequence { dropLast(ON ? 0 : count) } }"),
    ],
}
# Functions that belong to no value.
FUNCTIONS = {
    "min": ("max", "func NAME<T: Comparable>(_ first: T, _ second: T) -> T { ON ? max(first, second) : min(first, second) }"),
    "max": ("min", "func NAME<T: Comparable>(_ first: T, _ second: T) -> T { ON ? min(first, second) : max(first, second) }"),
}

# What every module with faults has, whichever they are.
SWITCH = """\
#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

@usableFromInline let plantedFault: Int = {
    guard let text = unsafe getenv("AAK_MUTANT") else { return 0 }
    return unsafe Int(String(cString: text)) ?? 0
}()
@usableFromInline func planted(_ number: Int) -> Bool { plantedFault == number }
@usableFromInline func plantedNegated(_ number: Int, _ value: Bool) -> Bool { planted(number) != value }
@usableFromInline func plantedTrue(_ number: Int, _ value: Bool) -> Bool { planted(number) || value }
@usableFromInline func plantedSum<T: BinaryInteger>(_ number: Int, _ value: T, _ more: Int) -> T {
    planted(number) ? (more < 0 ? value - 1 : value + 1) : value
}
@usableFromInline func plantedOther<T>(
    _ number: Int, _ value: @autoclosure () throws -> T, _ other: @autoclosure () throws -> T
) rethrows -> T { planted(number) ? try other() : try value() }
@usableFromInline func plantedDefault<T: PlantedDefault>(_ number: Int, _ value: T) -> T {
    planted(number) ? value.plantedDefault : value
}
@usableFromInline protocol PlantedDefault { var plantedDefault: Self { get } }
extension PlantedDefault where Self: BinaryInteger { @usableFromInline var plantedDefault: Self { 0 } }
extension Int: PlantedDefault {}
extension Int64: PlantedDefault {}
extension UInt: PlantedDefault {}
extension UInt8: PlantedDefault {}
extension UInt16: PlantedDefault {}
extension UInt32: PlantedDefault {}
extension UInt64: PlantedDefault {}
extension Bool: PlantedDefault { @usableFromInline var plantedDefault: Bool { !self } }
extension String: PlantedDefault { @usableFromInline var plantedDefault: String { "" } }
extension Optional: PlantedDefault { @usableFromInline var plantedDefault: Wrapped? { nil } }
extension Array: PlantedDefault { @usableFromInline var plantedDefault: [Element] { [] } }
extension Set: PlantedDefault { @usableFromInline var plantedDefault: Set<Element> { [] } }
extension Dictionary: PlantedDefault { @usableFromInline var plantedDefault: [Key: Value] { [:] } }
"""


class Fault:
    """One fault that can be planted."""

    def __init__(self, source, kind, start, end, shown, edits, declaration=""):
        self.path = source.path
        self.kind = kind
        self.start = start
        self.end = end
        self.first_line = source.line(start)
        self.last_line = source.line(end - 1)
        # Offsets and new text, with # where its number goes; ~ there is an operator of its own.
        self.edits = edits
        self.declaration = declaration
        first, last = source.line_span(start, end)
        self.before = " ".join(source.text[first:last].split())
        self.after = " ".join((source.text[first:start] + shown + source.text[end:last]).split())
        self.number = 0
        # The same text may be in several places of a file.
        self.occurrence = 0

    def __str__(self):
        return f"{self.path}:{self.first_line} ({self.kind})\n- {self.before}\n+ {self.after}"

    @property
    def identity(self):
        return (self.path, self.before, self.after)

    def rank(self, seed):
        """Its place among all, which a change elsewhere in the file leaves alone."""
        text = "\0".join([str(seed), self.path, self.kind, self.before, self.after, str(self.occurrence)])
        return hashlib.sha256(text.encode()).digest()

    def with_number(self, text):
        # Digits of operators are box drawings, which Swift takes as part of one.
        digits = "".join(chr(0x2500 + int(digit, 16)) for digit in f"{self.number:x}")
        return text.replace("~", digits).replace("#", str(self.number))

    def planted_edits(self):
        return [(start, end, self.with_number(text)) for start, end, text in self.edits]

    def planted_declaration(self):
        return self.with_number(
            self.declaration.replace("func NAME", "@usableFromInline func NAME").replace(
                "var NAME", "@usableFromInline var NAME").replace("NAME", "planted#").replace("ON", "planted(#)"))


def faults(source):
    """All faults of a file, in its order."""
    found = Finder(source).run()
    seen = {}
    for fault in found:
        fault.occurrence = seen[fault.identity] = seen.get(fault.identity, -1) + 1
    return found


class Finder:
    def __init__(self, source):
        self.source = source
        self.tokens = source.tokens
        self.found = []

    def run(self):
        for place, token in enumerate(self.tokens):
            if token.fixed:
                continue
            if token.kind == "operator":
                self._operator(place, token)
            elif token.kind == "number":
                self._number(place, token)
            elif token.kind == "word":
                self._word(place, token)
            elif token.text == "(":
                self._call(place)
        return self.found

    def _add(self, kind, start, end, shown, edits, declaration=""):
        if any(token.fixed and token.kind not in ("string",) for token in self.tokens if start <= token.start < end):
            return
        self.found.append(Fault(self.source, kind, start, end, shown, edits, declaration))

    def _text(self, first, last):
        """The source from one token to another, which is the first not meant."""
        return self.source.text[self.tokens[first].start : self.tokens[last - 1].end]

    def _previous(self, place):
        return self.tokens[place - 1].text if place else ""

    def _next(self, place):
        return self.tokens[place + 1].text if place + 1 < len(self.tokens) else ""

    # MARK: Operators

    def _operator(self, place, token):
        if self._previous(place) == "func" or not token.text:
            return
        is_spaced = token.before and token.after
        if token.text == "..<" and not token.before and not token.after:
            is_spaced = self._previous(place) not in "([,{"
        if not is_spaced:
            return
        operator = token.text
        if operator in COMPARISONS:
            # `nil` is of no type by itself.
            head = "_ left: T, _ right: T"
            generic = "T: Comparable" if operator[0] in "<>" else "T: Equatable"
            if self._next(place) == "nil":
                head, generic = "_ left: T?, _ right: _OptionalNilComparisonType", "T"
            other = COMPARISONS[operator]
            self._infix(
                "comparison", token, other, "Comparison",
                f"func {operator}~<{generic}>({head}) -> Bool {{ planted(#) ? left {other} right : left {operator} right }}")
        elif operator in ("&&", "||"):
            # Each side in turn is left out.
            for side in ("left", "right"):
                kept = "left" if side == "left" else "try right()"
                start, end = self._side(place, keeps_left=side == "left")
                declaration = (
                    f"infix operator {operator}~: {PRECEDENCE[operator]}Precedence\n@usableFromInline "
                    f"func {operator}~(_ left: Bool, _ right: @autoclosure () throws -> Bool) rethrows -> Bool "
                    f"{{ planted(#) ? {kept} : try left {operator} right() }}")
                self._add("dropped", start, end, "", [(token.start, token.end, operator + "~")], declaration)
        elif operator == "??":
            start = self._expression_start(place, stops_at_operators=True)
            self._add(
                "default", self.tokens[start].start, self.tokens[place + 1].start, "",
                [(token.start, token.end, "??~")],
                "infix operator ??~: NilCoalescingPrecedence\n@usableFromInline "
                "func ??~<T>(_ left: T?, _ right: @autoclosure () throws -> T) rethrows -> T "
                "{ planted(#) ? try right() : try left ?? right() }\n@usableFromInline "
                "func ??~<T>(_ left: T?, _ right: @autoclosure () throws -> T?) rethrows -> T? "
                "{ planted(#) ? try right() : try left ?? right() }")
        elif operator in ARITHMETIC and not self._joins(place):
            self._arithmetic(token, operator, ARITHMETIC[operator])
        elif operator == "?":
            self._ternary(place, token)

    def _infix(self, kind, token, shown, precedence, declaration):
        self._add(
            kind, token.start, token.end, shown, [(token.start, token.end, token.text + "~")],
            f"infix operator {token.text}~: {precedence}Precedence\n@usableFromInline {declaration}")

    def _joins(self, place):
        """Whether an operator is seen to join texts, lists or types."""
        sides = (self.tokens[place - 1], self.tokens[place + 1])
        return any(side.kind == "string" or side.text in "[]" for side in sides) or all(
            side.kind == "word" and side.text[0].isupper() for side in sides)

    def _arithmetic(self, token, operator, other):
        if operator in ("+=", "-="):
            declaration = (
                f"func {operator}~<T: AdditiveArithmetic>(_ left: inout T, _ right: T) "
                f"{{ if planted(#) {{ left {other} right }} else {{ left {operator} right }} }}")
        elif operator in ("<<", ">>"):
            declaration = (
                f"func {operator}~<T: BinaryInteger, U: BinaryInteger>(_ left: T, _ right: U) -> T "
                f"{{ planted(#) ? left {other} right : left {operator} right }}")
        elif operator == "..<":
            declaration = (
                "func ..<~<T: Strideable>(_ left: T, _ right: T) -> Range<T> where T.Stride: SignedInteger "
                "{ left..<(planted(#) ? right.advanced(by: 1) : right) }")
        else:
            constraint = CONSTRAINTS.get(operator, "AdditiveArithmetic")
            declaration = (
                f"func {operator}~<T: {constraint}>(_ left: T, _ right: T) -> T "
                f"{{ planted(#) ? left {other} right : left {operator} right }}")
        own = operator + "~"
        self._add(
            "arithmetic", token.start, token.end, other, [(token.start, token.end, own)],
            f"infix operator {own}: {PRECEDENCE[operator]}Precedence\n@usableFromInline {declaration}")

    def _side(self, place, keeps_left):
        """The offsets of a side of && or || with the operator, as far as it binds."""
        operator = self.tokens[place].text
        if keeps_left:
            end = self._expression_end(place + 1, stops_at_logic=operator)
            return self.tokens[place - 1].end, self.tokens[end - 1].end
        start = self._expression_start(place, stops_at_logic=operator)
        return self.tokens[start].start, self.tokens[place + 1].start

    def _ternary(self, place, token):
        start = self._expression_start(place)
        if start >= place:
            return
        first, last = self.tokens[start].start, self.tokens[place - 1].end
        text = self._text(start, place)
        self._add("negated", first, last, f"!({text})", _around(first, last, "plantedNegated(#, "))

    # MARK: Expressions

    SEPARATORS = {",", ";", ":", "=", "return", "in", "->", "+=", "-=", "|=", "&=", "?", "try", "unsafe", "else", "case", "where"}

    def _expression_start(self, place, stops_at_logic=None, stops_at_operators=False):
        """The first token of the expression that ends before a place."""
        at = place - 1
        while at >= 0:
            token = self.tokens[at]
            if token.kind == "mark" and token.text in (")", "]", "}"):
                at = token.match
            elif token.kind == "mark" and token.text in "([{":
                return at + 1
            elif token.text in self.SEPARATORS and not (token.text == "?" and not token.before):
                return at + 1
            elif token.text in ("if", "guard", "while"):
                return at + 1
            elif stops_at_logic == "&&" and token.text == "||":
                return at + 1
            elif stops_at_operators and token.kind == "operator" and token.before and token.after:
                return at + 1
            token = self.tokens[at]
            if token.first and at and not self._continues(at):
                return at
            at -= 1
        return 0

    def _expression_end(self, place, stops_at_logic=None):
        """The place after the last token of the expression that begins at a place."""
        at = place
        while at < len(self.tokens):
            token = self.tokens[at]
            if at > place and token.first and not self._continues(at):
                return at
            if token.kind == "mark":
                if token.text in ")]},;:" or token.text == "{" and stops_at_logic:
                    return at
                if token.match is not None and token.match > at:
                    at = token.match
            if token.text == "else":
                return at
            if stops_at_logic and (token.text == "||" or token.text == "?" and token.before and token.after):
                return at
            if stops_at_logic == "&&" and token.text == "&&" or stops_at_logic == "||" and token.text == "||":
                return at
            at += 1
        return at

    def _continues(self, at):
        """Whether a token that begins a line goes on with the line before."""
        token, previous = self.tokens[at], self.tokens[at - 1]
        if token.kind == "operator" and token.before and token.after or token.text in (".", "as", "is", ":"):
            return True
        return previous.kind == "operator" and previous.before and previous.after or previous.text in (",", ":", "=", "return")

    # MARK: Numbers

    def _number(self, place, token):
        if "." in token.text or self._previous(place) == "." or "e" in token.text and not token.text.startswith("0x"):
            return
        if place > 2 and self._previous(place) == "=" and self.tokens[place - 3].text == "case":
            return
        value = int(token.text.replace("_", ""), 0)
        for more in (1, -1) if value else (1,):
            shown = hex(value + more) if token.text.startswith("0x") else str(value + more)
            self._add(
                "constant", token.start, token.end, shown,
                [(token.start, token.start, "plantedSum(#, "), (token.end, token.end, f", {more})")])

    # MARK: Words

    def _word(self, place, token):
        text = token.text
        if text in ("if", "guard") and self._previous(place) != ".":
            self._conditions(place, token)
        elif text == "return":
            self._return(place)
        elif text in FUNCTIONS and self._previous(place) != "." and self._next(place) == "(":
            other, declaration = FUNCTIONS[text]
            self._add("member", token.start, token.end, other, [(token.start, token.end, "planted#")], declaration)
        elif text == "where":
            self._filter(place)
        elif self._previous(place) == ".":
            self._member(place, token)

    def _member(self, place, token):
        name = token.text
        if name == "contains" and (
            self._next(place) == "{" or self._next(place) == "(" and self.tokens[place + 2].text == "where"
        ):
            name = "contains where"
        for other, declaration in MEMBERS.get(name, []):
            self._add("member", token.start, token.end, other, [(token.start, token.end, "planted#")], declaration)

    def _return(self, place):
        start = place + 1
        if start >= len(self.tokens) or self.tokens[start].first or self._next(place) in ("nil", "}", "if", "switch", "{"):
            return
        end = self._expression_end(start)
        first, last = self.tokens[start].start, self.tokens[end - 1].end
        if self._text(start, end) in ("0", '""', "[]"):
            return
        self._add("default", first, last, "default", _around(first, last, "plantedDefault(#, "))

    def _conditions(self, place, token):
        """The conditions of an `if` or a `guard` that are Boolean."""
        ends = "else" if token.text == "guard" else "{"
        parts, at, start = [], place + 1, place + 1
        while at < len(self.tokens) and self.tokens[at].text != ends:
            part = self.tokens[at]
            if part.text == ",":
                parts.append((start, at))
                start = at + 1
            if part.match is not None and part.match > at:
                at = part.match
            at += 1
        parts.append((start, at))
        for start, end in parts:
            if start < end and self.tokens[start].text not in ("let", "var", "case") and not self.tokens[start].fixed:
                self._condition(start, end, may_drop=len(parts) > 1 or ends == "else")

    def _filter(self, place):
        """What a loop or a case is only for."""
        at = place + 1
        while at < len(self.tokens) and self.tokens[at].text not in ("{", ":"):
            at = max(at, self.tokens[at].match or 0) + 1
        self._condition(place + 1, at, may_drop=True)

    def _condition(self, start, end, may_drop):
        first, last = self.tokens[start].start, self.tokens[end - 1].end
        self._add("negated", first, last, f"!({self._text(start, end)})", _around(first, last, "plantedNegated(#, "))
        if may_drop:
            self._add("dropped", first, last, "true", _around(first, last, "plantedTrue(#, "))

    # MARK: Calls

    # What does not care in which order it is told.
    SYMMETRIC = {"min", "max", "swapAt", "exchange"}
    NO_CALLS = {"if", "guard", "while", "switch", "return", "in", "for", "case", "throws", "func", "init", "subscript", "where"}

    def _call(self, opener):
        """Two neighbours among a call's arguments, which change their places."""
        token, name = self.tokens[opener], self.tokens[opener - 1] if opener else None
        if name is None or name.kind != "word" or token.before or name.text.startswith("#") or token.match is None:
            return
        before = self._previous(opener - 1)
        if name.text in self.SYMMETRIC:
            return
        if name.text in self.NO_CALLS and not (name.text == "init" and before == ".") or before in ("func", "case", "indirect"):
            return
        parts, at, start = [], opener + 1, opener + 1
        while at < token.match:
            part = self.tokens[at]
            if part.text == ",":
                parts.append((start, at))
                start = at + 1
            if part.kind == "operator" and part.text in ("<", ">") and not (part.before and part.after):
                return
            if part.match is not None and part.match > at:
                at = part.match
            at += 1
        parts.append((start, token.match))
        for one, other in zip(parts, parts[1:]):
            one, other = self._argument(*one), self._argument(*other)
            if one is None or other is None or self._text(*one) == self._text(*other) or self._shape(one) != self._shape(other):
                continue
            text_one, text_other = self._text(*one), self._text(*other)
            first, last = self.tokens[one[0]].start, self.tokens[other[1] - 1].end
            middle = self.source.text[self.tokens[one[1] - 1].end : self.tokens[other[0]].start]
            self._add(
                "swapped", first, last, text_other + middle + text_one,
                [(first, last, f"plantedOther(#, {text_one}, {text_other}){middle}plantedOther(#, {text_other}, {text_one})")])

    def _argument(self, start, end):
        """An argument without its label; nil for one that can only be where it is."""
        if end - start > 2 and self.tokens[start].kind == "word" and self._next(start) == ":":
            start += 2
        if start >= end or self.tokens[start].text in ("&", "{", "_", "try", "consuming", "let", "var"):
            return None
        if any(self.tokens[at].text in ("{", ":") for at in range(start, end)):
            return None
        return None if "\n" in self._text(start, end) else (start, end)

    def _shape(self, argument):
        """What two arguments of a type have in common, as far as their text shows."""
        start, end = argument
        first = self.tokens[start]
        if first.kind in ("string", "number"):
            return first.kind if end - start == 1 else "other"
        if first.text in ("true", "false", "nil"):
            return "bool" if first.text != "nil" else "nil"
        return "member" if first.text == "." else "collection" if first.text == "[" else "other"


def _around(start, end, call):
    return [(start, start, call), (end, end, ")")]
