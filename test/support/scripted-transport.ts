// A Transport without a process: the test says what befalls, and sees what the session asks of it. For the session's own
// logic only; what processes do is tested with real ones.

import type {
  Transport,
  TransportFact,
  TransportSink,
  WireLine,
} from '../../electron/transport/transport.ts';

export class ScriptedTransport implements Transport {
  /** What was asked, in order: "write …", "closeInput", "SIGTERM", "pause", "resume". */
  readonly asked: string[] = [];
  /** Whether the pipe takes what is written at once. */
  taking = true;
  pendingBytes = 0;
  #sink: TransportSink | undefined;
  #waiting: (() => void)[] = [];

  start(sink: TransportSink): void {
    this.#sink = sink;
  }

  write(bytes: Uint8Array, written?: () => void): void {
    this.asked.push(`write ${Buffer.from(bytes).toString().replace(/\n$/, '')}`);
    if (!written) return;
    if (this.taking) written();
    else this.#waiting.push(written);
  }

  take(): void {
    for (const written of this.#waiting.splice(0)) written();
  }

  closeInput(): void {
    this.asked.push('closeInput');
  }

  signal(signal: 'SIGTERM' | 'SIGKILL', reason: string): void {
    this.asked.push(signal);
    this.fact({ kind: 'signalled', signal, to: 'group', reason });
  }

  pause(): void {
    this.asked.push('pause');
  }

  resume(): void {
    this.asked.push('resume');
  }

  spawned(): void {
    this.fact({ kind: 'spawned', pid: 4711, executable: '/x', argv: ['x'], cwd: '/', environmentAdded: [] });
  }

  line(text: string | Uint8Array | object, more: Partial<WireLine> = {}): void {
    this.#sink!.line(wireLine(text, more));
  }

  stderr(text: string): void {
    this.#sink!.stderr(wireLine(text));
  }

  fact(fact: TransportFact): void {
    this.#sink!.fact(fact);
  }

  /** Pipes closed, exit, end: in the order the real transport tells it. */
  exit(code: number | null, signal: string | null = null): void {
    this.fact({ kind: 'closed', pipe: 'stdout', by: 'extension' });
    this.fact({ kind: 'closed', pipe: 'stderr', by: 'extension' });
    this.fact({ kind: 'closed', pipe: 'stdin', by: 'extension' });
    this.fact({ kind: 'exited', code, signal });
    this.#sink!.ended();
  }

  end(): void {
    this.#sink!.ended();
  }
}

function wireLine(content: string | Uint8Array | object, more: Partial<WireLine> = {}): WireLine {
  const isBytes = content instanceof Uint8Array;
  const text = isBytes ? undefined : typeof content === 'string' ? content : JSON.stringify(content);
  const bytes = isBytes ? content : Buffer.from(text ?? '');
  return { text, bytes, ending: 'lf', bom: false, byteLength: bytes.length, truncated: false, ...more };
}
