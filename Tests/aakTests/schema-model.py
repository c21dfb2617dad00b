"""Plays random events under random conversion schemas, by the rules alone, and compares every update and every revenue
with what the program says.

usage: schema-model.py AAK SCHEMAS DEVICES SEED
"""

import json
import random
import subprocess
import sys
import tempfile

DAY = 24 * 3600 * 1000
ENDS = [2 * DAY, 7 * DAY, 35 * DAY]
UNIT = 1_000_000
APP = 1108187390
COARSE = ["low", "medium", "high"]


def text(millionths):
    return f"{millionths // UNIT}.{millionths % UNIT:06d}"


def number(amount):
    whole, _, part = amount.partition(".")
    return int(whole) * UNIT + int((part + "000000")[:6])


# Forwards


class Window:
    """What an app did in one window."""

    def __init__(self, entries):
        self.entries = entries
        self.counts = {}
        self.sums = {}
        self.value = None
        self.coarse = None
        self.locked = False

    def holds(self, entry):
        name = entry.get("event")
        if name is None:
            return True
        if self.counts.get(name, 0) < entry.get("count", 1):
            return False
        if "revenue" not in entry:
            return True
        least, most = entry["revenue"]
        total = self.sums.get(name, 0)
        return number(least) <= total and (most is None or total < number(most))

    def play(self, name, revenue):
        """Returns the entry and the fine value if they change."""
        if self.locked:
            return None
        self.counts[name] = self.counts.get(name, 0) + 1
        self.sums[name] = self.sums.get(name, 0) + revenue
        reached = None
        for rank, entry in enumerate(self.entries):
            if self.holds(entry):
                reached = rank
        if reached is None:
            return None
        entry = self.entries[reached]
        fine = entry.get("fine", 0)
        if isinstance(fine, list):
            first, last = fine
            fine = first
            for value in range(first, last + 1):
                if self.sums[entry["event"]] >= step(entry, value)[0]:
                    fine = value
        new = (reached, fine)
        if self.value is not None and new <= self.value:
            return None
        self.value = new
        self.coarse = entry.get("coarse", self.coarse)
        self.locked = entry.get("lock", False)
        return entry, fine


def step(entry, value):
    """The revenue of one of several fine values."""
    least, most = (number(bound) for bound in entry["revenue"])
    first, last = entry["fine"]
    width = (most - least) // (last - first + 1)
    begin = least + width * (value - first)
    return begin, most if value == last else begin + width


# Backwards


def meaning(entries, rank):
    """The revenue that an entry means."""
    entry = entries[rank]
    if "revenue" in entry:
        least, most = entry["revenue"]
        return number(least), None if most is None else number(most)
    above = [number(other["revenue"][0]) for other in entries[rank + 1 :] if "revenue" in other]
    return 0, min(above, default=0)


def union(ranges):
    ranges = list(ranges)
    if not ranges:
        return 0, 0
    mosts = [most for _, most in ranges]
    return min(least for least, _ in ranges), None if None in mosts else max(mosts)


def fine_means(entries, value):
    for rank, entry in enumerate(entries):
        fine = entry["fine"]
        if isinstance(fine, list):
            if fine[0] <= value <= fine[1]:
                return step(entry, value)
        elif fine == value:
            return meaning(entries, rank)
    raise AssertionError("no such value")


def coarse_means(entries, value):
    found = []
    for rank, entry in enumerate(entries):
        # An update without a coarse value leaves an earlier one.
        possible = [entry["coarse"]] if "coarse" in entry else [e["coarse"] for e in entries[:rank] if "coarse" in e]
        if value in possible:
            found.append(meaning(entries, rank))
    return union(found)


def postback_means(window, state, tier):
    """The revenue that the postback of a window means; None if there is no postback."""
    if tier == 0 and window > 0:
        return None
    if window == 0 and tier >= 2:
        return fine_means(state.entries, state.value[1])
    if tier >= 1 and state.coarse is not None:
        return coarse_means(state.entries, state.coarse)
    return union(meaning(state.entries, rank) for rank in range(len(state.entries)))


# Random schemas and devices


def random_window(number, draw):
    conditions = []
    if draw.random() < 0.6:
        conditions.append({})
    least = draw.randrange(0, 2 * UNIT)
    steps = draw.randrange(0, 4)
    for place in range(steps + 1):
        if draw.random() < 0.4:
            # Each count is higher than the one before, or it would hide that.
            conditions.append({"event": draw.choice(["b", "c", "launch"]), "count": len(conditions) + 1})
        if place == steps:
            break
        most = least + draw.randrange(64, 9 * UNIT)
        is_open = place == steps - 1 and draw.random() < 0.5
        condition = {"event": "a", "revenue": [text(least), None if is_open else text(most)]}
        if draw.random() < 0.1:
            condition["count"] = 2
        conditions.append(condition)
        least = most
    if not conditions:
        conditions.append({})
    coarse = 0
    fine = draw.randrange(0, 5)
    values = []
    for place, condition in enumerate(conditions):
        coarse = min(2, coarse + draw.randrange(0, 2))
        value = dict(condition, name=f"{number}/{place}")
        if number > 1 or draw.random() < 0.8:
            value["coarse"] = COARSE[coarse]
        if number == 1:
            width = draw.randrange(0, 8) if value.get("revenue", [None, None])[1] else 0
            value["fine"] = [fine, fine + width] if width else fine
            fine += width + 1 + draw.randrange(0, 2)
        if draw.random() < 0.15:
            value["lock"] = True
        values.append(value)
    return {"window": number, "values": values}


def random_events(draw):
    at = 3 * 3600 * 1000
    for _ in range(draw.randrange(0, 15)):
        at += draw.choice([0, 1, 60_000, 3600_000, DAY - 1, DAY, 2 * DAY, 5 * DAY])
        if at > 45 * DAY:
            return
        name = draw.choice(["launch", "a", "a", "a", "b", "c"])
        revenue = draw.choice([0, 1, 10_000, 990_000, UNIT, draw.randrange(0, 7 * UNIT)])
        yield at, name, 0 if name == "launch" else revenue


def line(device, at, event, **members):
    return json.dumps({"device": device, "at": f"{at // 1000}s{at % 1000}ms", "event": event, **members})


# Comparison


def compare(aak, draw, devices, folder):
    windows = [random_window(n, draw) for n in (1, 2, 3) if n == 1 or draw.random() < 0.7]
    schema = {"app": APP, "windows": windows}
    tier = draw.randrange(0, 4)
    world = {"start": "2026-01-01T00:00:00Z", "tiers": dict.fromkeys(["2", "3", "4", "country"], tier)}
    log, updates, revenue = [], [], 0
    received = [0, 0]
    for device in (f"d{n}" for n in range(devices)):
        ad = {
            "ad-network-identifier": "example.adattributionkit", "source-identifier": 5239,
            "advertised-item-identifier": APP, "publisher-item-identifier": 5838492,
            "impression-identifier": f"00000000-0000-4000-8000-{draw.randrange(16**12):012x}",
        }
        log.append(line(device, 0, "tap", impression=ad))
        log.append(line(device, 3600_000, "install", app=APP))
        start, current, state, states = None, None, None, {}
        for at, name, amount in random_events(draw):
            if name == "launch":
                log.append(line(device, at, "launch", app=APP))
            else:
                log.append(line(device, at, "app-event", app=APP, name=name, revenue=text(amount)))
            revenue += amount
            passed = 0 if start is None else at - start
            window = next((n for n, end in enumerate(ENDS) if passed < end), None)
            if window is None:
                continue
            if window != current:
                current = window
                values = next((w["values"] for w in windows if w["window"] == window + 1), None)
                state = values and Window(values)
            change = state.play(name, amount) if state else None
            if change is None:
                continue
            start = at if start is None else start
            states[window] = state
            entry, fine = change
            updates.append([
                device, window, fine if window == 0 else 0, entry.get("coarse"), entry.get("lock", False), entry["name"],
            ])
        for window, state in states.items():
            means = postback_means(window, state, tier)
            if means is not None:
                received[0] += means[0]
                received[1] = None if None in (received[1], means[1]) else received[1] + means[1]
    for name, document in [("schema", schema), ("world", world)]:
        with open(f"{folder}/{name}", "w") as file:
            json.dump(document, file)
    with open(f"{folder}/log", "w") as file:
        file.write("\n".join(log) + "\n")

    def run(*options):
        command = [aak, "simulate", "--world", f"{folder}/world", "--schema", f"{folder}/schema", *options, f"{folder}/log"]
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode != 0:
            sys.exit(f"{' '.join(command)}: {result.stderr}\n{json.dumps(schema)}")
        return [json.loads(line) for line in result.stdout.splitlines()]

    told = [
        [e["device"], e["index"], e["fine"], e.get("coarse"), e["lock"], e["because"]]
        for e in run() if e["event"] == "update"
    ]
    if told != updates:
        return f"updates differ\nby the rules {updates}\nby the program {told}\n{json.dumps(schema)}"
    truth = run("--summary")[0]["truth"][0]
    most = truth["received"]["revenue"]["at-most"]
    found = [
        truth["conversions"], number(truth["revenue"]), number(truth["received"]["revenue"]["at-least"]),
        None if most is None else number(most),
    ]
    wanted = [devices, revenue, *received]
    if found != wanted:
        return f"revenues differ in tier {tier}\nby the rules {wanted}\nby the program {found}\n{json.dumps(schema)}"
    return None


def main():
    aak, schemas, devices, seed = sys.argv[1], *map(int, sys.argv[2:])
    draw = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        for count in range(schemas):
            fault = compare(aak, draw, devices, folder)
            if fault:
                sys.exit(f"schema {count} of seed {seed}: {fault}")
    print(f"{schemas * devices} devices under {schemas} schemas agree")


main()
