// A copy of a scenario's extensions that may write, a project folder, and the environment the real host gave them. Reads
// back what each process wrote down.

import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { realhostDir, type Received, type Scenario } from './scenario.ts';

export class Stage {
  readonly #root = mkdtempSync(path.join(os.tmpdir(), 'framescope-realhost-'));
  readonly extDir = path.join(this.#root, 'ext');
  readonly cwd = path.join(this.#root, 'project');
  readonly logDir = path.join(this.#root, 'log');
  readonly environment: Readonly<Record<string, string>>;

  constructor(name: string, scenario: Scenario, more: Readonly<Record<string, string>> = {}) {
    const home = path.join(this.#root, 'home');
    for (const folder of [this.extDir, this.cwd, this.logDir, home]) mkdirSync(folder);
    // The extensions are CommonJS, whatever a folder above says.
    writeFileSync(path.join(this.extDir, 'package.json'), '{"type":"commonjs"}');
    for (const { dir, place } of scenario.exts) {
      if (place !== 'explicit')
        throw new Error(`${name} puts ${dir} at ${place}, which this stage does not know.`);
      cpSync(path.join(realhostDir, name, dir), path.join(this.extDir, dir), { recursive: true });
      const manifest = path.join(this.extDir, dir, 'extension.json');
      writeFileSync(manifest, readFileSync(manifest, 'utf8').replaceAll('$EXT', this.extDir));
    }
    this.environment = {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      LANG: 'C.UTF-8',
      SC_LOG: this.logDir,
      SC_MARK: 'mark-1',
      ...more,
    };
  }

  folder(dir: string): string {
    return path.join(this.extDir, dir);
  }

  /** What the processes wrote down, by the extension each belongs to, in the order they were started. */
  logs(): Map<string, Received[][]> {
    const byExtension = new Map<string, Received[][]>();
    for (const file of readdirSync(this.logDir).sort()) {
      const processes = new Map<unknown, Received[]>();
      for (const text of readFileSync(path.join(this.logDir, file), 'utf8').split('\n').filter(Boolean)) {
        const { t: _t, pid, ...entry } = JSON.parse(text) as Received;
        const log = processes.get(pid) ?? [];
        processes.set(pid, log);
        if (entry.ev !== 'start') log.push(entry);
      }
      for (const log of processes.values()) {
        const name = this.#extensionOf(log) ?? file.replace('.recv.jsonl', '');
        byExtension.set(name, [...(byExtension.get(name) ?? []), log]);
      }
    }
    return byExtension;
  }

  dispose(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }

  /** Two extensions may run one program and write to one file: hello_ack tells whose process it is. */
  #extensionOf(log: readonly Received[]): string | undefined {
    const ack = log.find(({ line }) => line?.startsWith('{"type":"hello_ack"'))?.line;
    if (ack === undefined) return undefined;
    const { extension_dir: folder } = JSON.parse(ack) as { extension_dir?: string };
    return folder === undefined ? undefined : path.basename(folder);
  }
}
