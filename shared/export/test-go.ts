// The recording as a test for Go 1.18 or newer, with the standard library alone; formatted as gofmt does.

import { goImports, goRunner } from './test-go-runner.ts';
import type { RecordedTest, TestLine } from './test-steps.ts';
import { headLines, maskSource, timeSource, uuidSource, type TestPlace } from './test-words.ts';

export function goText(test: RecordedTest, place: TestPlace): string {
  const words = test.name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('') || 'Extension';
  const folder = goString(place.relative ?? test.folder);
  return `${headLines(test, place)
    .map((line) => `// ${line}`)
    .join('\n')}

package extension_test

${goImports}

const (
	defaultFolder  = ${folder}
	recordedFolder = ${goString(test.folder)}
	exitCode       = ${test.exitCode ?? -1} // -1: not compared
)

var argv = []string{${test.argv.map(goString).join(', ')}}

type step struct {
	send   string // empty: the start of the process
	expect []string
}

var steps = []step{
${test.steps.map(({ sent, expects }) => stepText(sent, expects)).join('\n')}
}

${goRunner.replace('%volatile%', goString(`${uuidSource}|${timeSource}`)).replace('%masked%', goString(maskSource))}
func Test${name}SaysWhatItSaid(t *testing.T) {
	replay(t)
}
`;
}

function stepText(sent: TestLine | null, expects: readonly TestLine[]): string {
  const send = sent ? `\n\t\tsend: ${goString(sent.text)},` : '';
  if (expects.length === 0) return sent ? `\t{${send}\n\t},` : '\t{},';
  const lines = expects.map(({ text }) => `\n\t\t\t${goString(text)},`).join('');
  // gofmt lines values up when keys stand in lines one below the other.
  return `\t{${send}\n\t\texpect: []string{${lines}\n\t\t},\n\t},`;
}

function goString(text: string): string {
  // eslint-disable-next-line no-control-regex -- a raw string can't hold them, or not visibly
  if (!/[`\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/.test(text)) return `\`${text}\``;
  return JSON.stringify(text);
}
