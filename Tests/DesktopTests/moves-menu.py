# A menu in a terminal that writes down itself what it draws as chosen and what was activated. Ends with q.
#   moves-menu.py TRUTH
# TRUTH gets JSON lines as moves-app.py writes them; each is stamped before it is drawn, and written when it has been.
import curses
import json
import sys
import time

names = ['Apple', 'Banana', 'Cherry', 'Damson', 'Elder']
steps = {curses.KEY_DOWN: 1, curses.KEY_UP: -1, ord('\t'): 1, curses.KEY_BTAB: -1}
truth = open(sys.argv[1], 'w', buffering=1)


def run(screen):
    curses.curs_set(0)
    chosen, acts, event = 0, 0, 'focus'
    while True:
        now = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
        screen.addstr(0, 2, 'Pick a fruit')
        for row, name in enumerate(names):
            screen.addstr(2 + row, 4, f' {name} ', curses.A_REVERSE if row == chosen else curses.A_NORMAL)
        screen.addstr(9, 2, f'Picked {acts} times')
        screen.refresh()
        truth.write(json.dumps({'t_ns': now, 'event': event, 'name': names[chosen]}) + '\n')
        key = screen.getch()
        if key == ord('q'):
            return
        if key in steps:
            chosen, event = (chosen + steps[key]) % len(names), 'focus'
        elif key in (ord(' '), ord('\n')):
            acts, event = acts + 1, 'activation'
        else:
            event = 'other'


curses.wrapper(run)
