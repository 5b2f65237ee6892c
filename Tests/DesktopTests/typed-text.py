"""In a private desktop: records applications while a secret and a password are typed into them.

  typed-text.py FOLDER SECRET PASSWORD RUN ...

RUN is 3.0, 4.0 or terminal, with "+text" where typed text is to be kept. Each leaves FOLDER/RUN.db, FOLDER/RUN.status with the
lines of --status-fd, and what was in the file and its -wal while it was recorded: FOLDER/RUN.running and FOLDER/RUN.running-wal.
"""
import fcntl
import json
import os
import shutil
import subprocess
import sys

from recording import deadline

folder, secret, password, *runs = sys.argv[1:]
here = os.path.dirname(os.path.abspath(__file__))
# Each Return is read on; the password is asked for once the terminal shows nothing any more.
terminal = """
read -r -p 'word? ' word; echo "you said $word"
stty -echo; : >"$0"; read -r -p 'password? ' word; stty echo; echo; echo "thank you"; read -r word"""


class Run:
    """One recording."""

    def __init__(self, name):
        self.path = folder + '/' + name
        self.kind, _, option = name.partition('+')
        self.ready = self.path + '.ready'
        os.mkfifo(self.ready)
        read, write = os.pipe()
        # A terminal tells much at its start, and a reader that falls behind loses lines: F_SETPIPE_SZ.
        fcntl.fcntl(write, 1031, 1 << 20)
        command = (['mate-terminal', '--disable-factory', '--hide-menubar', '-x', 'bash', '-c', terminal, self.ready]
                   if self.kind == 'terminal' else ['/usr/bin/python3', here + '/typed-text-app.py', self.kind])
        self.capture = subprocess.Popen(
            ['a11y-capture', '-o', self.path + '.db', '--status-fd', str(write), *(['--keep-text'] if option else []), '--',
             *command], pass_fds=[write])
        os.close(write)
        self.lines = os.fdopen(read)
        self.kept = open(self.path + '.status', 'w', buffering=1)
        self.moves = 0
        # Of elements that were told of since the last key was pressed.
        self.roles = set()
        self.focused = 0

    def wait(self, what, is_so):
        """Reads what is recorded until something is as wanted; says what was missing where the recording ends first."""
        deadline(f'{self.path}: {what}')
        for line in self.lines:
            self.kept.write(line)
            line = json.loads(line)
            self.moves += line['status'] == 'event' and line['type'] == 'object:text-caret-moved'
            if line['status'] == 'element':
                self.roles.add(line.get('role'))
            self.focused += line['status'] == 'event' and line['type'] == 'object:state-changed:focused' and line['detail1']
            if is_so(line):
                return
        sys.exit(f'{self.path}: the recording ended before {what}')

    def wait_for_element(self, role):
        """Waits until an element was told of since the last key: it may have been before the key's release was."""
        if role in self.roles:
            return
        self.wait('an element of the role ' + role, lambda line: line['status'] == 'element' and line.get('role') == role)

    def wait_for_keyboard(self, title):
        """Applications say that their window is active before its keys go there."""
        deadline(f'{self.path}: the keyboard of {title}')
        while subprocess.run(['xdotool', 'getwindowfocus', 'getwindowname'], capture_output=True, text=True).stdout.strip() != title:
            pass

    def key(self, name):
        """Presses a key and waits until its release is told of, as all before it was."""
        self.roles = set()
        subprocess.run(['xdotool', 'key', name], check=True)
        self.wait('the key ' + name, lambda line: line['status'] == 'input' and line.get('key_name') == name and not line['is_press'])

    def type(self, text):
        subprocess.run(['xdotool', 'type', '--delay', '25', text], check=True)

    def copy(self):
        """Keeps the file as it is while it is being written, for nobody but its owner."""
        for name in '.db', '.db-wal', '.db-shm':
            assert os.stat(self.path + name).st_mode & 0o777 == 0o600, name
        shutil.copyfile(self.path + '.db', self.path + '.running')
        shutil.copyfile(self.path + '.db-wal', self.path + '.running-wal')

    def wait_for_window(self):
        """GTK 3's window may be active before the toolkit can tell of it; then the recorder has to ask it."""
        self.wait('a window', lambda line: line.get('type') == 'window:activate' or line.get('role') == 'frame')

    def walk(self):
        self.wait_for_window()
        if self.kind == 'terminal':
            self.wait_for_element('terminal')
            self.wait_for_keyboard('Terminal')
            self.type(secret)
            self.key('Return')
            open(self.ready).close()
            self.type(password)
            self.key('Return')
            self.copy()
            self.key('Return')
        else:
            if self.kind == '3.0':
                self.wait_for_element('text')
            # GTK 4 tells of what is in it once it is in the registry.
            deadline(f'{self.path}: the application in the registry')
            while 'typed-text' not in subprocess.run(['a11y-capture', 'list'], capture_output=True, text=True).stdout:
                pass
            self.wait_for_keyboard('Typed text')
            self.type(secret + ' ')
            self.wait('all that was typed', lambda line: self.moves > len(secret))
            before = self.focused
            self.key('Tab')
            # It may have been told of before the key's release was.
            if self.focused == before:
                self.wait('the next focus', lambda line: self.focused > before)
            self.type(password)
            self.key('Tab')
            self.wait_for_element('push button')
            self.copy()
            subprocess.run(['xdotool', 'key', 'Return'], check=True)
        deadline(f'{self.path}: the end of the recording')
        for line in self.lines:
            self.kept.write(line)
        return self.capture.wait()


statuses = [Run(run).walk() for run in runs]
# That an application was slow to answer, which makes a recording incomplete, is no matter here.
sys.exit(any(status not in (0, 2) for status in statuses))
