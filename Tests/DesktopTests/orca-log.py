"""In a private desktop whose Orca writes a debug log: records an application while its elements are walked.

  orca-log.py APPLICATION TIMELINE
"""
import json
import os
import signal
import subprocess
import sys

application, path = sys.argv[1:]
read, write = os.pipe()
capture = subprocess.Popen(
    ['a11y-capture', '-o', path, '--keep-text', '--status-fd', str(write), '--', '/usr/bin/python3', application, '3.0'],
    pass_fds=[write])
os.close(write)
lines = os.fdopen(read)


def wait(what, is_so):
    """Reads what is recorded until something is as wanted."""
    def late(number, frame):
        sys.exit(f'{what}: did not come within 20 s')
    signal.signal(signal.SIGALRM, late)
    signal.alarm(20)
    for line in lines:
        if is_so(json.loads(line)):
            signal.alarm(0)
            return
    sys.exit(f'the recording ended before {what}')


def wait_for_speech(words):
    wait(f'"{words}"', lambda line: line['status'] == 'utterance' and 'begun_ns' not in line and line['plain_text'] == words)


wait_for_speech('text.')
for key, words in [('a', 'a'), ('Tab', 'password text.'), ('Tab', 'Finish push button.'), ('shift+Tab', 'password text.'),
                   ('Tab', 'Finish push button.')]:
    subprocess.run(['xdotool', 'key', key], check=True)
    wait_for_speech(words)
subprocess.run(['xdotool', 'key', 'Return'], check=True)
wait('the end', lambda line: line['status'] == 'ended')
for _ in lines:
    pass
sys.exit(capture.wait() not in (0, 2))
