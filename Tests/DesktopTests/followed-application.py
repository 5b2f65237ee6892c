"""In a private desktop: records an application by its name, kills it, starts it again, and lets the focus move.

  followed-application.py NAME APPLICATION TOOLKIT TIMELINE
"""
import signal
import subprocess
import sys

from recording import Recording, press

name, application, toolkit, path = sys.argv[1:]
recording = Recording(path, '--app', name, '--follow')
recording.wait('the start', lambda line: line['status'] == 'recording')
for life in 'first', 'second':
    running = subprocess.Popen(['/usr/bin/python3', application, toolkit])
    recording.wait(
        f'the reading of the {life} life', lambda line: line['status'] == 'snapshot' and line['reason'] == 'start'
        and line.get('end_ns') and not line.get('limit_reached'))
    press('Tab')
    recording.wait_for_focus(f'the focus of the {life} life')
    running.send_signal(signal.SIGKILL)
    running.wait()
    recording.wait('its end', lambda line: line['status'] == 'application' and line.get('last_seen_ns'))
recording.capture.send_signal(signal.SIGINT)
sys.exit(recording.finish())
