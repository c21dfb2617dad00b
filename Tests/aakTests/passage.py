"""Compares what aak verify --pass does with lines of several inputs with a small model of it.

usage: passage.py AAK OWN.private.pem OWN.public.pem

A line is written, rejected or tolerated whole. The verdicts on single inputs are those of runs without --pass, and each input is one line in
them; which of them repeat others, and what follows for the lines, is the model's.
"""

import itertools
import json
import random
import re
import subprocess
import sys

AAK, OWN, OWN_PUBLIC = sys.argv[1:]
OURS, OTHER = 'example.adattributionkit', 'other.adattributionkit'
KEYS = ['--example-key', '--key', OWN_PUBLIC]
VERDICTS = ['valid', 'invalid', 'unknown-key', 'malformed', 'not-ours', 'against-rules', 'repeated']
RUNS = 120


def text(value):
    return json.dumps(value, separators=(',', ':'))


def lines(*arguments, given=''):
    run = subprocess.run([AAK, *arguments], input=given, capture_output=True, text=True)
    assert run.returncode < 2, run.stderr
    return run.stdout.splitlines()


def changed(token):
    """The same token with another signature."""
    head, _, signature = token.rpartition('.')
    return head + '.' + ('B' if signature[0] == 'A' else 'A') + signature[1:]


def pools():
    """The inputs in records, and the objects of bids: each with its identifier and its JSON value."""
    ours = [json.loads(line) for line in lines('fixtures', '--kind', 'postbacks', '--count', '3', '--seed', '1', '-n', OURS)]
    others = [json.loads(line) for line in lines(
        'fixtures', '--kind', 'postbacks', '--count', '2', '--seed', '2', '-n', OTHER, '--key', OWN)]
    bodies = [(i, body) for i, body in enumerate(ours + others)]
    # The same claims in other words, another claim beside the signature, and one that breaks a rule.
    bodies.append((0, {**ours[0], 'conversion-value': 64}))
    bodies.append((5, {'jws-string': changed(ours[1]['jws-string'])}))
    bodies.append((6, ours[2]['jws-string']))
    bodies.append((7, {'some': 'text'}))
    bodies.append((8, None))
    objects = []
    for i, (network, key) in enumerate([(OURS, ['--example-key'])] * 3 + [(OTHER, ['--key', OWN])] * 2):
        token, = lines('sign', '-n', network, *key, '-a', '1', '-p', '2', '-s', '10', '--seed', str(i + 1))
        objects.append((i, token))
    objects.append((5, changed(objects[0][1])))
    objects.append((6, 'eyJ'))
    return bodies, objects


def bid(tokens):
    bids = [{'id': str(i), 'impid': '1', 'price': 1, 'ext': {'adattributionkit': {'version': '1.0', 'jwt': token, 'itunesitem': '1'}}}
            for i, token in enumerate(tokens)]
    return text({'id': '1', 'seatbid': [{'bid': bids}]})


def verdicts(pool, isBid, options):
    """The verdict on each single input with these options. An absent one is malformed."""
    shown = [bid([value]) if isBid else text(value) if isinstance(value, dict) else value or 'null' for _, value in pool]
    return [json.loads(line)['verdict'] for line in lines('verify', *KEYS, *options, given='\n'.join(shown) + '\n')]


class Model:
    def __init__(self, wanted, tolerated, isUnique):
        self.wanted, self.tolerated, self.isUnique = wanted, tolerated, isUnique
        self.seen, self.written, self.rejects = {}, [], []
        self.count, self.ok, self.rejected, self.spared = 0, 0, 0, {}

    def add(self, line, inputs):
        """Adds a line: its text, and for each input the identifier, value and verdict of its objects."""
        added, outcomes = [], []
        for objects in inputs:
            outcomes.append([])
            for name, value, outcome in objects:
                isTolerated = outcome in self.tolerated
                if outcome == 'valid' and self.isUnique:
                    if name in self.seen:
                        outcome = 'repeated'
                        isTolerated = outcome in self.tolerated and self.seen[name] == value
                    else:
                        self.seen[name] = value
                        added.append(name)
                outcomes[-1].append((outcome, isTolerated))
        every = list(itertools.chain(*outcomes))
        self.count += len(inputs)
        if any(outcome == self.wanted for outcome, _ in every) and all(outcome == self.wanted or spared for outcome, spared in every):
            self.written.append(line)
        if any(outcome != 'valid' and not spared for outcome, spared in every):
            self.rejects.append(line)
            self.rejected += len(inputs)
            for name in added:
                del self.seen[name]
            return
        for objects in outcomes:
            if any(outcome == 'valid' for outcome, _ in objects):
                self.ok += 1
            else:
                self.spared[objects[-1][0]] = self.spared.get(objects[-1][0], 0) + 1

    @property
    def summary(self):
        if not self.rejected and not self.spared:
            return ''
        spared = ''.join(f', {count} tolerated ({outcome})' for outcome, count in sorted(self.spared.items()))
        return f'aak: {self.count} line{"s" * (self.count != 1)}, {self.ok} ok, {self.rejected} rejected{spared}'


def contents(path):
    with open(path) as file:
        return file.read().splitlines()


def compare(seed, pool, shape, known):
    chance = random.Random(seed)
    wanted = chance.choice(['valid'] * 4 + VERDICTS)
    tolerated = [outcome for outcome in ('repeated', 'not-ours') if chance.random() < 0.6]
    isUnique = chance.random() < 0.7
    options = []
    if chance.random() < 0.5:
        options += ['--network', OURS]
    if chance.random() < 0.3:
        options += ['--accept', 'impression' if shape == 'bids' else 'postback']
    if chance.random() < 0.5:
        options += ['--validate']
    key = (shape == 'bids', *options)
    if key not in known:
        known[key] = verdicts(pool, shape == 'bids', options)
    model = Model(wanted, tolerated, isUnique)
    given, told = [], []
    for _ in range(chance.randint(1, 12)):
        # Most lines have a chance to pass.
        indices = [chance.randrange(5 if chance.random() < 0.8 else len(pool)) for _ in range(chance.randint(1, 4))]
        values = [pool[i][1] for i in indices]
        if shape == 'bids':
            line = bid(values)
        elif shape == 'list':
            line = text({'body': values}) if len(values) > 1 else text({'body': values[0]} if values[0] else {})
        else:
            line = text({'Records': [{'body': value} if value else {} for value in values]})
        given.append(line)
        told.append([f'{known[key][i]} {pool[i][0]}' for i in indices])
        objects = [(pool[i][0], text(pool[i][1]), known[key][i]) for i in indices]
        if isUnique and '--accept' not in options and shape != 'bids':
            # A bare token is accepted only by name.
            objects = [(name, value, 'not-ours' if pool[i][0] == 6 and outcome in ('valid', 'against-rules') else outcome)
                       for i, (name, value, outcome) in zip(indices, objects)]
        model.add(line, [objects] if shape == 'bids' else [[each] for each in objects])
    with open('given', 'w') as file:
        file.write('\n'.join(given) + '\n')
    arguments = ['verify', *KEYS, *options, '--pass', wanted, '-q', '--rejects', 'rejects', '-i', 'given']
    arguments += {'records': ['--at', 'Records[].body'], 'list': ['--at', 'body'], 'bids': []}[shape]
    arguments += list(itertools.chain(*(['--tolerate', outcome] for outcome in tolerated)))
    if isUnique:
        arguments += ['--unique', '--remember', 'remembered']
    run = subprocess.run([AAK, *arguments], capture_output=True, text=True)
    summary = re.sub(r'(?<=[d)]): .*', '', run.stderr.strip())

    def numbers(lines):
        return [given.index(line) + 1 for line in lines]

    results = [
        ('the status', 1 if model.rejected else 0, run.returncode),
        ('what is written', numbers(model.written), numbers(run.stdout.splitlines())),
        ('what is rejected', numbers(model.rejects), numbers(contents('rejects'))),
        ('the summary', model.summary, summary),
    ]
    # A run with a reject and no result leaves the file as it was.
    if isUnique and (model.written or not model.rejected):
        results.append(('the number of identifiers that are remembered', len(model.seen), len(contents('remembered'))))
    for subject, want, got in results:
        if want != got:
            sys.exit(f'{subject} differs with seed {seed}: {" ".join(arguments)}\nwant: {want}\ngot:  {got}\nof:   {told}')


bodies, objects = pools()
known = {}
for seed in range(RUNS):
    shape = ['records', 'list', 'bids'][seed % 3]
    compare(seed, objects if shape == 'bids' else bodies, shape, known)
