// The recording as a test for pytest, with the standard library of Python 3.8 alone; `python3 FILE` runs it without pytest.

import type { RecordedTest } from './test-steps.ts';
import { headLines, maskSource, singleQuoted, timeSource, uuidSource, type TestPlace } from './test-words.ts';

export function pytestText(test: RecordedTest, place: TestPlace): string {
  const steps = test.steps.map(({ sent, expects }) => {
    const expected = expects.map(({ text }) => `\n            ${singleQuoted(text)},`).join('');
    return `    (\n        ${sent ? singleQuoted(sent.text) : 'None'},\n        [${expected}${expected === '' ? '' : '\n        '}],\n    ),`;
  });
  const folder =
    place.relative === null
      ? singleQuoted(test.folder)
      : `os.path.join(os.path.dirname(os.path.abspath(__file__)), ${singleQuoted(place.relative)})`;
  const name =
    test.name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '') || 'extension';
  return `${headLines(test, place)
    .map((line) => `# ${line}`)
    .join('\n')}

import json
import os
import queue
import re
import subprocess
import threading
import time

FOLDER = os.path.abspath(os.environ.get("EXTENSION_DIR", ${folder}))
SECONDS = float(os.environ.get("EXTENSION_TIMEOUT", "20"))
RECORDED_FOLDER = ${singleQuoted(test.folder)}
ARGV = [${test.argv.map(singleQuoted).join(', ')}]
EXIT_CODE = ${test.exitCode ?? 'None'}
STEPS = [
${steps.join('\n')}
]

${runner.replaceAll('%uuid%', uuidSource).replaceAll('%time%', timeSource).replaceAll('%mask%', maskSource)}

def test_${name}_says_what_it_said():
    replay()


if __name__ == "__main__":
    replay()
    print("ok")
`;
}

const runner = String.raw`VOLATILE = re.compile(r"%uuid%|%time%")
MASKED = re.compile(r"%mask%")


def escaped(text):
    return json.dumps(text, ensure_ascii=False)[1:-1]


def parse(line):
    try:
        return json.loads(line)
    except ValueError:
        return line


def plain(text):
    text = text.replace(FOLDER, "<folder>").replace(RECORDED_FOLDER, "<folder>")
    return VOLATILE.sub("<volatile>", text)


def same(expected, actual):
    """Whether what came is what was recorded."""
    if isinstance(expected, str) and isinstance(actual, str):
        wanted, got = plain(expected), plain(actual)
        if not MASKED.search(wanted):
            return wanted == got
        pattern = ".*".join(re.escape(part) for part in MASKED.split(wanted))
        return re.fullmatch(pattern, got, re.S) is not None
    if isinstance(expected, str) and MASKED.search(expected):
        return not isinstance(actual, (dict, list))
    if isinstance(expected, bool) or isinstance(actual, bool):
        return expected is actual
    if isinstance(expected, dict) and isinstance(actual, dict):
        return expected.keys() == actual.keys() and all(same(expected[key], actual[key]) for key in expected)
    if isinstance(expected, list) and isinstance(actual, list):
        return len(expected) == len(actual) and all(map(same, expected, actual))
    return expected == actual


class Run:
    def __init__(self):
        program = ARGV[0]
        if "/" in program or "\\" in program:
            program = os.path.join(FOLDER, program)
        self.child = subprocess.Popen(
            [program, *ARGV[1:]],
            cwd=FOLDER,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.lines = queue.Queue()
        self.came = []
        self.sent_ids = set()
        self.ids = {}
        self.over = False
        self.stderr = []
        self.threads = [
            threading.Thread(target=self.read_lines, daemon=True),
            threading.Thread(target=self.read_stderr, daemon=True),
        ]
        for thread in self.threads:
            thread.start()

    def read_lines(self):
        for line in self.child.stdout:
            text = line.decode("utf-8", "replace").rstrip("\n")
            self.lines.put(parse(text[:-1] if text.endswith("\r") else text))
        self.lines.put(None)

    def read_stderr(self):
        for line in self.child.stderr:
            self.stderr.append(line.decode("utf-8", "replace"))

    def fail(self, what):
        why = "The process has ended." if self.over else "Not within %s s." % SECONDS
        raise AssertionError("%s\n%s\nstderr: %s" % (what, why, "".join(self.stderr)[-4000:]))

    def wait(self, end):
        """Takes in what came; False when nothing more does."""
        try:
            line = self.lines.get(timeout=max(0.0, end - time.monotonic()))
        except queue.Empty:
            return False
        if line is None:
            self.over = True
            return False
        self.came.append(line)
        return True

    def take(self, expected):
        own = isinstance(expected, dict) and isinstance(expected.get("id"), str) and expected["id"] not in self.sent_ids
        for at, line in enumerate(self.came):
            wanted = expected
            if own and isinstance(line, dict) and isinstance(line.get("id"), str):
                wanted = dict(expected, id=line["id"])
            if same(wanted, line):
                del self.came[at]
                if own:
                    self.ids[expected["id"]] = line["id"]
                return True
        if isinstance(expected, dict) and "id" in expected and not own:
            for line in self.came:
                # An answer to the same request says something else: nothing better will come.
                if isinstance(line, dict) and line.get("type") == expected.get("type") and line.get("id") == expected["id"]:
                    assert line == expected, "an answer differs\nrecorded: %s\nnow: %s" % (json.dumps(expected), json.dumps(line))
        return False

    def send(self, text):
        frame = parse(text)
        if isinstance(frame, dict) and isinstance(frame.get("id"), str):
            if frame["id"] in self.ids:
                text = json.dumps(dict(frame, id=self.ids[frame["id"]]))
            else:
                self.sent_ids.add(frame["id"])
        text = text.replace(escaped(RECORDED_FOLDER), escaped(FOLDER))
        try:
            self.child.stdin.write(text.encode("utf-8") + b"\n")
            self.child.stdin.flush()
        except OSError:
            pass  # it went away: told by what is missing

    def step(self, send, expect):
        if send is not None:
            self.send(send)
        missing = [parse(line) for line in expect]
        end = time.monotonic() + SECONDS
        while True:
            missing = [line for line in missing if not self.take(line)]
            if not missing:
                return
            if not self.wait(end):
                self.fail("After %s\nthis did not come: %s\nthis came: %s" % (send or "the start", json.dumps(missing[0]), self.came))

    def finish(self):
        try:
            self.child.stdin.close()
        except OSError:
            pass
        end = time.monotonic() + SECONDS
        while self.wait(end):
            pass
        if not self.over:
            self.fail("It does not end after its stdin was closed.")
        code = self.child.wait(SECONDS)
        assert self.came == [], "lines that were not recorded: %s" % self.came
        if EXIT_CODE is not None:
            assert code == EXIT_CODE, "exit code %s, not %s" % (code, EXIT_CODE)


def replay():
    run = Run()
    try:
        for send, expect in STEPS:
            run.step(send, expect)
        run.finish()
    finally:
        run.child.kill()
        run.child.wait()
        for thread in run.threads:
            thread.join(5)
        run.child.stdout.close()
        run.child.stderr.close()
`;
