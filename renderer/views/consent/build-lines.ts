// The lines a C compiler printed, told apart: errors, warnings, and the rest. Pure.

export interface BuildLine {
  readonly text: string;
  readonly kind: 'error' | 'warning' | 'plain';
}

const most = 400;

export function makeLines(output: string): readonly BuildLine[] {
  const lines = output.replace(/\n+$/, '').split('\n');
  const shown = lines.slice(0, most).map((text): BuildLine => ({ text, kind: kindOf(text) }));
  if (lines.length === 1 && lines[0] === '') return [];
  if (lines.length <= most) return shown;
  return [...shown, { text: `… ${lines.length - most} more lines`, kind: 'plain' }];
}

function kindOf(text: string): BuildLine['kind'] {
  if (/(^|[\s:])(fatal )?error[:\s]|undefined reference/i.test(text)) return 'error';
  return /(^|[\s:])warning:/i.test(text) ? 'warning' : 'plain';
}
