"""In a private desktop whose Orca writes a debug log: records an application while its elements are walked.

  orca-log.py APPLICATION TIMELINE
"""
import sys

from recording import Recording, press

application, path = sys.argv[1:]
recording = Recording(path, '--keep-text', '--', '/usr/bin/python3', application, '3.0')


def wait_for_speech(words):
    recording.wait(f'"{words}"', lambda line: line['status'] == 'utterance' and 'begun_ns' not in line and line['plain_text'] == words)


wait_for_speech('text.')
for key, words in [('a', 'a'), ('Tab', 'password text.'), ('Tab', 'Finish push button.'), ('shift+Tab', 'password text.'),
                   ('Tab', 'Finish push button.')]:
    press(key)
    wait_for_speech(words)
press('Return')
sys.exit(recording.finish() not in (0, 2))
