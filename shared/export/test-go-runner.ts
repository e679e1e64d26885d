// The part of a generated Go test that is the same for all: it starts the extension, sends and compares. Go source, not run
// here; what stands between percent signs is filled in by test-go.ts.

export const goImports = `import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)`;

export const goRunner = String.raw`var (
	volatile = regexp.MustCompile(%volatile%)
	masked   = regexp.MustCompile(%masked%)
)

func parse(line string) any {
	var value any
	decoder := json.NewDecoder(strings.NewReader(line))
	decoder.UseNumber()
	if decoder.Decode(&value) != nil || decoder.More() {
		return line
	}
	return value
}

func escaped(text string) string {
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text)
	return strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(out.String()), "\""), "\"")
}

// compared is a run of the extension and what came of it.
type compared struct {
	folder  string
	came    []any
	sentIDs map[string]bool
	ids     map[string]string
}

func (c *compared) plain(text string) string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, c.folder, "<folder>"), recordedFolder, "<folder>")
	return volatile.ReplaceAllString(text, "<volatile>")
}

// same tells whether what came is what was recorded.
func (c *compared) same(expected, actual any) bool {
	switch wanted := expected.(type) {
	case string:
		got, isText := actual.(string)
		if !isText {
			_, isObject := actual.(map[string]any)
			_, isList := actual.([]any)
			return masked.MatchString(wanted) && !isObject && !isList
		}
		want, have := c.plain(wanted), c.plain(got)
		if !masked.MatchString(want) {
			return want == have
		}
		parts := masked.Split(want, -1)
		for at, part := range parts {
			parts[at] = regexp.QuoteMeta(part)
		}
		return regexp.MustCompile("^(?s:" + strings.Join(parts, ".*") + ")$").MatchString(have)
	case json.Number:
		got, isNumber := actual.(json.Number)
		if !isNumber {
			return false
		}
		one, _ := wanted.Float64()
		other, _ := got.Float64()
		return wanted == got || one == other
	case map[string]any:
		got, isObject := actual.(map[string]any)
		if !isObject || len(got) != len(wanted) {
			return false
		}
		for key, value := range wanted {
			other, there := got[key]
			if !there || !c.same(value, other) {
				return false
			}
		}
		return true
	case []any:
		got, isList := actual.([]any)
		if !isList || len(got) != len(wanted) {
			return false
		}
		for at := range wanted {
			if !c.same(wanted[at], got[at]) {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(expected, actual)
}

func member(value any, key string) (string, bool) {
	object, isObject := value.(map[string]any)
	if !isObject {
		return "", false
	}
	text, isText := object[key].(string)
	return text, isText
}

// take finds what stands for the recorded line among what came; the second value is an answer that says something else.
func (c *compared) take(expected any) (bool, any) {
	id, hasID := member(expected, "id")
	own := hasID && !c.sentIDs[id]
	for at, line := range c.came {
		wanted := expected
		other, otherHas := member(line, "id")
		if own && otherHas {
			copied := map[string]any{}
			for key, value := range expected.(map[string]any) {
				copied[key] = value
			}
			copied["id"] = other
			wanted = copied
		}
		if c.same(wanted, line) {
			c.came = append(c.came[:at:at], c.came[at+1:]...)
			if own {
				c.ids[id] = other
			}
			return true, nil
		}
	}
	if hasID && !own {
		kind, _ := member(expected, "type")
		for _, line := range c.came {
			otherKind, _ := member(line, "type")
			if other, _ := member(line, "id"); other == id && otherKind == kind {
				return false, line
			}
		}
	}
	return false, nil
}

func (c *compared) outgoing(text string) string {
	frame := parse(text)
	if id, hasID := member(frame, "id"); hasID {
		if now, known := c.ids[id]; known {
			frame.(map[string]any)["id"] = now
			made, _ := json.Marshal(frame)
			text = string(made)
		} else {
			c.sentIDs[id] = true
		}
	}
	return strings.ReplaceAll(text, escaped(recordedFolder), escaped(c.folder))
}

func replay(t *testing.T) {
	t.Helper()
	folder := os.Getenv("EXTENSION_DIR")
	if folder == "" {
		folder = defaultFolder
	}
	folder, err := filepath.Abs(folder)
	if err != nil {
		t.Fatal(err)
	}
	wait := 20 * time.Second
	if seconds, err := strconv.ParseFloat(os.Getenv("EXTENSION_TIMEOUT"), 64); err == nil {
		wait = time.Duration(seconds * float64(time.Second))
	}
	program := argv[0]
	if strings.ContainsAny(program, "/\\") && !filepath.IsAbs(program) {
		program = filepath.Join(folder, program)
	}
	command := exec.Command(program, argv[1:]...)
	command.Dir = folder
	var stderr tail
	command.Stderr = &stderr
	stdin, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = command.Process.Kill()
		_ = command.Wait()
	}()
	lines := make(chan any, 1024)
	done := make(chan struct{})
	defer close(done)
	go func() {
		defer close(lines)
		reader := bufio.NewReader(stdout)
		for {
			line, err := reader.ReadString('\n')
			if line != "" {
				select {
				case lines <- parse(strings.TrimRight(line, "\r\n")):
				case <-done:
					return
				}
			}
			if err != nil {
				return
			}
		}
	}()
	run := &compared{folder: folder, sentIDs: map[string]bool{}, ids: map[string]string{}}
	for _, step := range steps {
		if step.send != "" {
			_, _ = stdin.Write([]byte(run.outgoing(step.send) + "\n")) // gone: told by what is missing
		}
		deadline := time.After(wait)
		for _, text := range step.expect {
			expected := parse(text)
			for {
				found, other := run.take(expected)
				if found {
					break
				}
				if other != nil {
					t.Fatalf("an answer differs\nrecorded: %s\nnow: %v\nstderr: %s", text, other, stderr.String())
				}
				select {
				case line, open := <-lines:
					if !open {
						t.Fatalf("the process has ended before this came: %s\nstderr: %s", text, stderr.String())
					}
					run.came = append(run.came, line)
				case <-deadline:
					t.Fatalf("not within %s: %s\nthis came: %v\nstderr: %s", wait, text, run.came, stderr.String())
				}
			}
		}
	}
	_ = stdin.Close()
	deadline := time.After(wait)
	for open := true; open; {
		var line any
		select {
		case line, open = <-lines:
			if open {
				run.came = append(run.came, line)
			}
		case <-deadline:
			t.Fatalf("it does not end after its stdin was closed\nstderr: %s", stderr.String())
		}
	}
	if len(run.came) > 0 {
		t.Fatalf("lines that were not recorded: %v", run.came)
	}
	_ = command.Wait()
	if code := command.ProcessState.ExitCode(); exitCode >= 0 && code != exitCode {
		t.Fatalf("exit code %d, not %d\nstderr: %s", code, exitCode, stderr.String())
	}
}

// tail keeps the end of what is written to it.
type tail struct {
	lock sync.Mutex
	text []byte
}

func (k *tail) Write(p []byte) (int, error) {
	k.lock.Lock()
	defer k.lock.Unlock()
	k.text = append(k.text, p...)
	if over := len(k.text) - 4000; over > 0 {
		k.text = k.text[over:]
	}
	return len(p), nil
}

func (k *tail) String() string {
	k.lock.Lock()
	defer k.lock.Unlock()
	return string(k.text)
}
`;
