"""In a private desktop: asks every element of an application all that a recording asks, twice, and closes the application then.

  asked-elements.py COMMAND TIMELINE

Ends with 1 where the application does not end by itself as its window is closed.
"""
import signal
import sys

from recording import Recording, press

command, path = sys.argv[1:]
recording = Recording(path, '--', command)


def wait_for_reading(reason):
    # GTK 4 answers only once it is in the desktop's tree, and is read again then.
    recording.wait(
        f'the reading for {reason}', lambda line: line['status'] == 'snapshot' and line['reason'] == reason
        and line.get('end_ns') and line.get('limit_reached') != 'the application did not answer')


wait_for_reading('start')
recording.capture.send_signal(signal.SIGUSR1)
wait_for_reading('request')
press('alt+F4')
sys.exit(recording.finish() != 0)
