// One tool called again and again, each call after the answer to the one before: by a bare loop that writes a line, reads a
// line and parses it, and by our host with everything recorded. Both count from the first call to the last answer.

import { spawn } from 'node:child_process';
import path from 'node:path';
import { agentOf } from '../../electron/engine/agent-of.ts';
import { untilReady } from '../../electron/engine/until-ready.ts';
import { defaultSettings, Workspace } from '../../electron/engine/workspace.ts';

const program = path.resolve(import.meta.dirname, 'echo.mjs');

export interface Calls {
  readonly elapsedMs: number;
  /** Of each call, µs. */
  readonly tookUs: Float64Array;
}

const textOf = (n: number): string => `call number ${n}`;

/** @param warmUp calls before those that count */
export function bareCalls(count: number, warmUp: number): Promise<Calls> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
    const tookUs = new Float64Array(count);
    let [next, startedAt, askedAt, elapsedMs] = [-warmUp, 0, 0, 0];
    const call = (): void => {
      if (next === 0) startedAt = performance.now();
      askedAt = performance.now();
      const args = { text: textOf(next) };
      child.stdin.write(`${JSON.stringify({ type: 'tool_call', id: String(next), name: 'echo', args })}\n`);
    };
    const answered = (line: string): void => {
      const frame = JSON.parse(line) as { type: string; id: string; content: { text: string }[] };
      if (frame.type === 'ready') return call();
      if (frame.type !== 'tool_result') return;
      if (frame.id !== String(next) || frame.content[0]?.text !== textOf(next))
        return void reject(new Error(`A wrong answer: ${line}`));
      if (next >= 0) tookUs[next] = (performance.now() - askedAt) * 1_000;
      next++;
      if (next < count) return call();
      elapsedMs = performance.now() - startedAt;
      child.stdin.end('{"type":"shutdown"}\n');
    };
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) answered(line);
    });
    child.on('error', reject);
    child.on('close', () =>
      elapsedMs > 0 ? resolve({ elapsedMs, tookUs }) : reject(new Error(`It ended after ${next} calls.`)),
    );
  });
}

export interface HostedCalls extends Calls {
  readonly path: string;
  readonly entries: number;
}

export async function hostedCalls(stateDir: string, count: number, warmUp: number): Promise<HostedCalls> {
  const environment = Object.fromEntries(
    Object.entries(process.env).map(([name, value]) => [name, value ?? '']),
  );
  const workspace = new Workspace({ stateDir, environment, programVersion: '0.0.0-bench' });
  const agent = agentOf(workspace);
  try {
    const input = { kind: 'command', argv: [process.execPath, program] } as const;
    const target = await workspace.resolve(input);
    if (!target.ok) throw new Error(target.failure.message);
    const settings = defaultSettings(target.value, process.cwd(), 'zot-latest');
    const opened = await workspace.openTarget(target.value, settings, 'run');
    if (!opened.ok) throw new Error(opened.failure.message);
    const { session, journal } = opened.value;
    if (!session || (await untilReady(session, 10_000)) !== 'ready') throw new Error('It is not ready.');
    const tookUs = new Float64Array(count);
    let startedAt = 0;
    for (let n = -warmUp; n < count; n++) {
      if (n === 0) startedAt = performance.now();
      const askedAt = performance.now();
      const { content, end } = await agent.callTool({ name: 'echo', argsText: `{"text":"${textOf(n)}"}` });
      if (n >= 0) tookUs[n] = (performance.now() - askedAt) * 1_000;
      const [block] = content;
      if (end.how !== 'answered' || block?.kind !== 'text' || block.text !== textOf(n))
        throw new Error(`A wrong answer to call ${n}: ${JSON.stringify({ content, end })}`);
    }
    const elapsedMs = performance.now() - startedAt;
    await workspace.end(opened.value.id);
    const { path: file, count: entries } = journal;
    return { elapsedMs, tookUs, path: file, entries };
  } finally {
    agent.dispose();
    await workspace.closeAll();
  }
}
