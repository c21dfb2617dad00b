"""The words of a Swift source file, as far as faults are planted among them.

Strings, comments, attributes and everything between #if and #endif are passed over whole: nothing is planted there.
"""

import bisect
import re

OPERATOR = re.compile(r"[/=\-+!*%<>&|^~?]+|\.\.[.<]")
WORD = re.compile(r"`?[A-Za-z_][A-Za-z0-9_]*`?|\$[0-9]+|#[A-Za-z]+")
NUMBER = re.compile(r"0x[0-9A-Fa-f_]+|0b[01_]+|[0-9][0-9_]*(\.[0-9_]+)?([eE][-+]?[0-9]+)?")
CLOSER = {"(": ")", "[": "]", "{": "}"}


class Token:
    """A word, number, string, operator or mark, and where it is."""

    __slots__ = ("kind", "text", "start", "end", "first", "before", "after", "match", "fixed")

    def __init__(self, kind, text, start, end, first, before):
        self.kind = kind
        self.text = text
        self.start = start
        self.end = end
        # Whether it begins its line, and whether white space is before and after it.
        self.first = first
        self.before = before
        self.after = False
        # The place of the other bracket, of those that have one.
        self.match = None
        # Whether nothing may be planted here.
        self.fixed = False


class SwiftSource:
    """A file's text and tokens."""

    def __init__(self, path, text):
        self.path = path
        self.text = text
        self.lines = [0] + [at + 1 for at, letter in enumerate(text) if letter == "\n"]
        self.tokens = []
        self._read()
        self._match()
        self._fix()

    def line(self, at):
        """The number of the line, from 1, in which an offset is."""
        return bisect.bisect_right(self.lines, at)

    def line_span(self, start, end):
        """The offsets of the whole lines from one offset to another, without their last line end."""
        last = self.line(max(start, end - 1))
        return self.lines[self.line(start) - 1], (self.lines[last] - 1 if last < len(self.lines) else len(self.text))

    def _read(self):
        text, at, first, before = self.text, 0, True, True
        while at < len(text):
            letter = text[at]
            if letter.isspace():
                first = first or letter == "\n"
                before = True
                if self.tokens:
                    self.tokens[-1].after = True
                at += 1
                continue
            if text.startswith("//", at):
                end = text.find("\n", at)
                at = len(text) if end < 0 else end
                continue
            if text.startswith("/*", at):
                at = _comment_end(text, at)
                before = True
                continue
            kind, end = self._next(at)
            self.tokens.append(Token(kind, text[at:end], at, end, first, before))
            at, first, before = end, False, False

    def _next(self, at):
        text = self.text
        hashes = re.compile(r'#*"').match(text, at)
        if hashes:
            return "string", _string_end(text, at)
        if text[at] == "@":
            return "attribute", self._attribute_end(at)
        for kind, pattern in (("number", NUMBER), ("word", WORD), ("operator", OPERATOR)):
            match = pattern.match(text, at)
            if match:
                return kind, match.end()
        return "mark", at + 1

    def _attribute_end(self, at):
        text = self.text
        end = re.compile(r"@[A-Za-z_.]+").match(text, at).end()
        if end < len(text) and text[end] == "(":
            depth = 0
            while end < len(text):
                depth += {"(": 1, ")": -1}.get(text[end], 0)
                end += 1
                if depth == 0:
                    break
        return end

    def _match(self):
        stack = []
        for place, token in enumerate(self.tokens):
            if token.kind != "mark":
                continue
            if token.text in CLOSER:
                stack.append(place)
            elif token.text in CLOSER.values() and stack:
                opener = stack.pop()
                if CLOSER[self.tokens[opener].text] != token.text:
                    raise ValueError(f"{self.path}: the brackets do not match at offset {token.start}")
                token.match, self.tokens[opener].match = opener, place
        if stack:
            raise ValueError(f"{self.path}: the brackets do not match")

    def _fix(self):
        """Marks what belongs to the compiler: conditional compilation, and conditions on types."""
        depth = 0
        in_generic = False
        for place, token in enumerate(self.tokens):
            if token.text == "#if":
                depth += 1
            token.fixed = depth > 0 or in_generic or token.kind in ("string", "attribute") or token.text.startswith("#")
            if token.text == "#endif":
                depth -= 1
            if token.text == "where" and token.kind == "word":
                in_generic = token.fixed = not self._is_filter(place)
            elif in_generic and (token.text in "{=" or token.first):
                in_generic = False
                token.fixed = depth > 0

    def _is_filter(self, place):
        """Whether a `where` is of a loop, a case or a catch, and not of a declaration."""
        for token in reversed(self.tokens[:place]):
            if token.text in ("for", "case", "catch"):
                return True
            if token.text in ("{", "}", "func", "init", "extension", "struct", "enum", "class", "protocol"):
                return False
        return False


def _comment_end(text, at):
    depth, at = 1, at + 2
    while at < len(text) and depth:
        if text.startswith("/*", at):
            depth, at = depth + 1, at + 2
        elif text.startswith("*/", at):
            depth, at = depth - 1, at + 2
        else:
            at += 1
    return at


def _string_end(text, at):
    """The end of a string that begins here, with all that is interpolated into it."""
    hashes = 0
    while text[at] == "#":
        hashes, at = hashes + 1, at + 1
    # Of several lines only where the first is empty: #""""# is a text of two quotes.
    quote = '"""' if text.startswith('"""\n', at) else '"'
    close, escape = quote + "#" * hashes, "\\" + "#" * hashes
    at += len(quote)
    while at < len(text):
        if text.startswith(close, at):
            return at + len(close)
        if text.startswith(escape + "(", at):
            at = _interpolation_end(text, at + len(escape))
        elif text.startswith(escape, at):
            at += len(escape) + 1
        else:
            at += 1
    return at


def _interpolation_end(text, at):
    depth = 0
    while at < len(text):
        if re.compile(r'#*"').match(text, at):
            at = _string_end(text, at)
            continue
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
        if depth == 0:
            break
    return at
