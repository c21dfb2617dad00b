"""Hostile inputs, made from what a build of aak says of its own inputs.

The messages are those of `aak fixtures`, of every kind: each object in them, also inside tokens, is given members and elements without
end. The documents are made from their JSON Schemas, and the commands and their options are those that shell completions know. So a new
field, kind, document, command or option is covered once the program has it.
"""

import base64
import itertools
import json
import re

# Nearly as much as a line may hold.
LARGEST_LINE = (1 << 20) - 4096
LETTERS = 'abcdefghijklmnopqrstuvwxyz'
SIGNS, ESCAPES = ' -_.a', r'\u0041\n'


def text(value):
    return json.dumps(value, separators=(',', ':'), ensure_ascii=False)


def base64url(part):
    return base64.urlsafe_b64encode(part.encode()).decode().rstrip('=')


def decoded(part):
    return base64.urlsafe_b64decode(part + '=' * (-len(part) % 4)).decode()


class Token:
    """A compact JWS, of which the header and the payload are known."""

    def __init__(self, header, payload, signature):
        self.parts, self.signature = [header, payload], signature


def unfolded(value):
    """A JSON value with each text that is a token, or a JSON object, replaced by what it contains."""
    if isinstance(value, dict):
        return {name: unfolded(each) for name, each in value.items()}
    if isinstance(value, list):
        return [unfolded(each) for each in value]
    if isinstance(value, str) and value.count('.') == 2:
        try:
            header, payload, signature = value.split('.')
            header, payload = json.loads(decoded(header)), json.loads(decoded(payload))
            if isinstance(header, dict) and isinstance(payload, dict):
                return Token(unfolded(header), unfolded(payload), signature)
        except (ValueError, UnicodeDecodeError):
            pass
    return value


def written(value, at=None, injected=''):
    """The text of a value, with another text in place of what is at a path in it, if there is one."""
    if at == ():
        return injected

    def inner(each, step):
        return written(each, at[1:] if at and at[0] == step else None, injected)

    if isinstance(value, Token):
        parts = [base64url(inner(part, step)) for step, part in enumerate(value.parts)]
        return text('.'.join(parts + [value.signature]))
    if isinstance(value, dict):
        return '{' + ','.join(f'{text(name)}:{inner(each, name)}' for name, each in value.items()) + '}'
    if isinstance(value, list):
        return '[' + ','.join(inner(each, index) for index, each in enumerate(value)) + ']'
    return text(value)


def line_of(value, at=None, injected=''):
    """A value as a line: a token by itself is not in quotes."""
    found = written(value, at, injected)
    return found[1:-1] if isinstance(value, Token) and at != () else found


def is_encoded(value, path):
    """Whether what is at a path is inside a token, where it takes more bytes."""
    for step in path:
        if isinstance(value, Token):
            return True
        value = value[step]
    return False


def places(value, path=()):
    """The path of each object and each array of a value."""
    if isinstance(value, Token):
        for step, part in enumerate(value.parts):
            yield from places(part, path + (step,))
    elif isinstance(value, dict):
        yield path, value
        for name, each in value.items():
            yield from places(each, path + (name,))
    elif isinstance(value, list):
        yield path, value
        for index, each in enumerate(value):
            yield from places(each, path + (index,))


def generic(path):
    """A path as a name: the elements of an array have the same."""
    return '.'.join('[]' if isinstance(step, int) else step for step in path) or 'whole'


def filled(room, make, between=','):
    """So many of the texts that make(i) makes as fit."""
    found, length = [], 0
    for i in itertools.count():
        piece = make(i)
        length += len(piece) + len(between)
        if length > room:
            return between.join(found) if found else piece
        found.append(piece)


# MARK: - Members

def ending(i, length=3):
    found = ''
    for _ in range(length):
        i, letter = divmod(i, 26)
        found += LETTERS[letter]
    return found + (str(i) if i else '')


def stem(name):
    return name[:-min(3, max(1, len(name) - 2))]


def near(name, i, known=()):
    """The i-th name that differs from a name in its last letters, and is none of those that are known."""
    found = stem(name) + ending(i)
    return found + 'q' if found in known else found


def respelt(name, i):
    """The i-th name that differs from a name in signs between letters alone."""
    plain = re.sub('[^a-z0-9]', '', name.lower())
    signs, inner = f'{i:b}'[::-1], len(plain) - 1
    found = ''.join('_' * (sign == '1') + letter for letter, sign in zip(plain, '0' + signs[:inner].ljust(inner, '0')))
    return found + signs[inner:].replace('0', '-').replace('1', '_')


# The others stay, and the first new member is there again behind the last one.
AGAIN = 'again'


def member_shapes(names):
    """What is put into an object besides its own members, by name: a maker of members, and whether the others stay."""
    # Of names that differ in their last letters alone, one does: a member that is there twice is a shape of its own.
    known = sorted({(len(name), stem(name)): name for name in sorted(names) or ['name']}.values())

    def near_miss(i):
        return f'{text(near(known[i % len(known)], i // len(known), names))}:"1"'

    return {
        'unknown members': (lambda i: f'"u{ending(i)}":1', True),
        'unknown objects': (lambda i: f'"u{ending(i)}":{{"a":"x"}}', True),
        'near-miss members': (near_miss, True),
        'near-miss members alone': (near_miss, False),
        'members in another spelling': (lambda i: f'{text(respelt(known[i % len(known)], 1 + i // len(known)))}:"1"', False),
        'a member again': (lambda i: f'{text(known[0])}:1', True),
        'a member again at the end': (lambda i: f'"u{ending(i)}":1', AGAIN),
        'deep members': (lambda i: f'"d{ending(i)}":' + '[' * 90 + ']' * 90, True),
        'long names': (lambda i: f'"{"n" * 2000}{i}":1', True),
        # What separates the words of a name, and what stands for a letter.
        'a name of signs': (lambda i: f'"{SIGNS * (LARGEST_LINE // 10)}{i}":1', True),
        'a name of escapes': (lambda i: f'"{ESCAPES * (LARGEST_LINE // 16)}{i}":1', True),
        'values of signs': (lambda i: f'{text(near(known[i % len(known)], i, names))}:"{SIGNS * 5000}"', True),
        'blanks': (lambda i: ' ' * 20000 + f'"u{ending(i)}":1', True),
        'long values': (lambda i: f'{text(near(known[i % len(known)], i, names))}:"{"v" * 20000}"', True),
    }


def object_text(value, room, make, stays):
    own = [f'{text(name)}:{written(each)}' for name, each in value.items()] if stays else []
    rest = max(64, room - sum(map(len, own)))
    return '{' + ','.join(own + [filled(rest, make)] + [make(0)] * (stays == AGAIN)) + '}'


def element_shapes(elements):
    """What an array is made of, by name: a maker of elements."""
    shapes = {'empty objects': lambda i: '{}', 'numbers': lambda i: str(i), 'texts': lambda i: f'"{i}"'}
    if elements:
        whole = written(elements[0])
        shapes['equal elements'] = lambda i: whole
        if isinstance(elements[0], dict):
            first = elements[0]
            for name, value in first.items():
                # Names and numbers vary; a signature is as good as another.
                def varied(i, name=name):
                    return written({**first, name: variant(first[name], i)})

                if isinstance(value, (str, int)) and not isinstance(value, bool):
                    shapes[f'elements with another {name}'] = varied
    return shapes


def variant(value, i):
    """The i-th value like one."""
    if isinstance(value, int):
        return value + i
    stamp = re.match(r'(\d{4})-\d\d-\d\dT\d\d:\d\d:\d\d(.*)', value)
    if stamp:
        minutes, seconds = divmod(i, 60)
        hours, minutes = divmod(minutes, 60)
        days, hours = divmod(hours, 24)
        return f'{int(stamp[1]) + days // 28:04}-01-{days % 28 + 1:02}T{hours:02}:{minutes:02}:{seconds:02}{stamp[2]}'
    if value.isdigit():
        return str(int(value) + i)
    if re.fullmatch('[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}', value):
        return value[:-12] + f'{i:012x}'
    head, dot, tail = value.partition('.')
    return f'{head}{i}{dot}{tail}'


# MARK: - Documents

def sample(schema, whole, depth=0, name=''):
    """A value of a JSON Schema with every member that it names."""
    if '$ref' in schema:
        if depth > 8:
            return None
        return sample(whole['$defs'][schema['$ref'].rsplit('/', 1)[-1]], whole, depth + 1, name)
    for word in ('anyOf', 'oneOf'):
        if word in schema and 'type' not in schema:
            return sample(schema[word][0], whole, depth + 1, name)
    if 'const' in schema:
        return schema['const']
    if 'enum' in schema:
        return schema['enum'][0]
    kind = schema.get('type')
    if kind == 'object' or 'properties' in schema:
        found = {}
        for each, inner in schema.get('properties', {}).items():
            value = sample(inner, whole, depth + 1, each)
            if value is not None:
                found[each] = value
        return found
    if kind == 'array':
        element = sample(schema.get('items', {}), whole, depth + 1, name)
        if not isinstance(element, str):
            return [] if element is None else [element]
        return [variant(element, i) for i in range(schema.get('minItems', 1))]
    if kind == 'integer':
        return max(schema.get('minimum', 1), 1) if schema.get('maximum', 1) >= 1 else schema['maximum']
    if kind == 'number':
        return 1
    if kind == 'boolean':
        return True
    if kind == 'string':
        return matching(schema.get('pattern', ''))
    return None


SAMPLES = [
    '1', '1s', '5239', 'US', 'USD', 'x', 'example.adattributionkit', '2026-01-01T00:00:00Z', '1.00',
    '6aafb7a5-0170-41b5-bbe4-000000000001', 'https://example.com/',
]


def matching(pattern):
    """A text that a pattern matches."""
    found = next((each for each in SAMPLES if re.search(pattern, each)), None)
    if found is None:
        raise ValueError(f'no sample for the pattern {pattern}: add one to SAMPLES')
    return found
