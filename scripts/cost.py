"""In a private desktop with Orca: what recording costs an application, stamped inside it.

  cost.py [ROUNDS [KEYS]]     6 rounds of 20 keys by default

In each round each application runs without a recorder, with it, and with it without its monitor of calls, in another order each time.
A key is stamped before xdotool is given it, and again where the application gets it; from its focus handler on until its main loop
has nothing left to do (our provider: until the calls that emit have returned) is what it needs to tell of the move.
"""
import os
import random
import select
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../Tests/DesktopTests'))
from moves import Application, Recording, press, deadline, wait_for_window

ARMS = {'without': None, 'recorded': [], 'no-calls': ['--no-calls']}
# A person's pace, at which the reader is at rest when the next key comes.
PAUSE = 0.1
# An application that has just started is busy with other things.
FIRST = 3
AIM = 0.2


def run(kind, options, keys):
    """One application, with or without a recorder; gives the two figures of each key in milliseconds."""
    with tempfile.TemporaryDirectory() as folder:
        application = Application(folder, kind)
        if options is None:
            words = application.command()
            if application.in_terminal:
                words = ['mate-terminal', '--disable-factory', '--hide-menubar', '-x', *words]
            process = subprocess.Popen(words)
            application.wait('focus')
            wait_for_window(application.title)
        else:
            recording = Recording(application, options)
            process = recording.process
            application.wait('focus')
            recording.wait_until_ready(application)
        sender = subprocess.Popen(['xdotool', '-'], stdin=subprocess.PIPE, text=True, bufsize=1)
        found = []
        for _ in range(FIRST + keys):
            select.select([], [], [], PAUSE)
            sent = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
            sender.stdin.write('key Tab\n')
            came, moved, done = (application.wait(event)['t_ns'] for event in ('key', 'focus', 'idle'))
            found.append(((came - sent) / 1e6, (done - moved) / 1e6))
        sender.stdin.close()
        sender.wait()
        press(application.end_key)
        if options is not None:
            recording.wait('the end', lambda line: line['status'] == 'ended')
        deadline('the end of ' + kind)
        process.wait()
        return found[FIRST:]


def quantile(values, part):
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def interval(pairs, draw):
    """Between what 95 of 100 differences of medians lie, of rounds drawn again and again."""
    found = []
    for _ in range(1000):
        drawn = [draw.choice(pairs) for _ in pairs]
        found.append(quantile(sum((b for _, b in drawn), []), 0.5) - quantile(sum((a for a, _ in drawn), []), 0.5))
    return quantile(found, 0.025), quantile(found, 0.975)


def main(rounds, keys):
    draw = random.Random(1)
    for kind in 'gtk3', 'gtk4', 'provider':
        rows = {arm: [] for arm in ARMS}
        for _ in range(rounds):
            for arm in draw.sample(list(ARMS), len(ARMS)):
                rows[arm].append(run(kind, ARMS[arm], keys))
        print(f'cost: {kind}, {rounds} rounds of {keys} keys each way, Orca on; ms')
        for place, what in (0, 'key sent to handler'), (1, 'handler to all told'):
            blocks = {arm: [[key[place] for key in block] for block in rows[arm]] for arm in ARMS}
            for arm in ARMS:
                values = sum(blocks[arm], [])
                text = f'  {what}, {arm}: {len(values)} keys, p50 {quantile(values, 0.5):.3f}, p95 {quantile(values, 0.95):.3f}'
                if arm != 'without':
                    difference = quantile(values, 0.5) - quantile(sum(blocks['without'], []), 0.5)
                    low, high = interval(list(zip(blocks['without'], blocks[arm])), draw)
                    text += (f', medians differ by {difference:.3f} ({low:.3f} to {high:.3f}); '
                             f'aim under {AIM}: {"met" if difference < AIM else "NOT met"}')
                print(text, flush=True)


if __name__ == '__main__':
    main(*([int(word) for word in sys.argv[1:]] + [6, 20][len(sys.argv) - 1:]))
