"""What the scripts beside share: deadlines, keys, and a recording followed by its status lines."""
import fcntl
import json
import os
import signal
import subprocess
import sys


def deadline(what, seconds=20, fail=sys.exit):
    """From now on, says what did not come where nothing else is waited for within so many seconds."""
    def late(number, frame):
        fail(f'{what}: did not come within {seconds} s')
    signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)


def press(*keys):
    subprocess.run(['xdotool', 'key', *keys], check=True)


class Recording:
    """a11y-capture with these words after -o PATH --status-fd N."""

    def __init__(self, path, *words):
        read, write = os.pipe()
        # An application tells much at its start, and a reader that falls behind loses lines: F_SETPIPE_SZ.
        fcntl.fcntl(write, 1031, 1 << 20)
        self.capture = subprocess.Popen(['a11y-capture', '-o', path, '--status-fd', str(write), *words], pass_fds=[write])
        os.close(write)
        self.lines = os.fdopen(read)

    def wait(self, what, is_so, seconds=20):
        """Reads what is recorded until something is as wanted, and gives that line; says what was missing where it does not come."""
        deadline(what, seconds, self.fail)
        for line in self.lines:
            line = json.loads(line)
            if is_so(line):
                signal.alarm(0)
                return line
        self.fail(f'the recording ended before {what}')

    def wait_for_focus(self, what='a focus'):
        return self.wait(what, lambda line: line.get('type') == 'object:state-changed:focused' and line['detail1'])

    def fail(self, why):
        self.capture.terminate()
        sys.exit(why)

    def finish(self):
        """Waits for the recording's own end and gives its exit status."""
        self.wait('the end', lambda line: line['status'] == 'ended')
        return self.capture.wait()
