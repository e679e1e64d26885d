// The desks under test: a real workspace with real extensions behind them, preferences in memory, and a project of its
// own on disk. After each test everything is ended, and a process that is left fails it.

import { ConsentBook } from '../../electron/engine/consent.ts';
import { makeDesks } from '../../electron/engine/desks.ts';
import type { Opened } from '../../electron/engine/opened.ts';
import { memoryPreferences } from '../../electron/engine/preferences.ts';
import { Recents } from '../../electron/engine/recents.ts';
import { Targets } from '../../electron/engine/targets.ts';
import type { AfterRestart } from '../../electron/engine/watch.ts';
import type { ListedExtension, WorkspaceFinds } from '../../shared/ipc/contract.ts';
import type { Result } from '../../shared/result.ts';
import type { GateMode } from '../../shared/session/entries.ts';
import { EngineUnderTest, Run } from './engine.ts';
import { ProjectFolder } from './project-folder.ts';

export class DesksUnderTest {
  readonly disk = new ProjectFolder();
  readonly engine = new EngineUnderTest();
  readonly preferences = memoryPreferences();
  readonly consents = new ConsentBook(this.preferences);
  readonly targets: Targets;
  readonly desks: ReturnType<typeof makeDesks>;
  /** What went wrong behind the desks; a test that expects something takes it out. */
  readonly faults: unknown[] = [];

  constructor(after?: AfterRestart) {
    const environment = { ...inherited(), ...this.engine.mark, ZOT_HOME: this.disk.home };
    const { preferences, consents, disk } = this;
    this.targets = new Targets({
      preferences,
      consents,
      environment,
      cwd: disk.aside,
      profile: 'zot-latest',
    });
    this.desks = makeDesks({
      workspace: this.engine.workspace,
      targets: this.targets,
      consents,
      recents: new Recents(preferences),
      environment,
      cwd: disk.aside,
      report: (_what, error) => this.faults.push(error),
      ...(after ? { after } : {}),
    });
  }

  get list(): readonly Opened[] {
    return this.engine.workspace.list;
  }

  /** The session of this name. */
  run(name: string): Run {
    const opened = this.list.find((one) => one.name === name);
    if (!opened) throw new Error(`${name} is not open; there are ${this.list.map((one) => one.name).join()}`);
    return new Run(opened);
  }

  async find(folder: string | null = this.disk.project): Promise<WorkspaceFinds> {
    return value(await this.desks.project.answers.find(folder));
  }

  /** Agrees to all that would run, or to those that pass, and starts them. */
  async openAll(test: (found: ListedExtension) => boolean = () => true, mode: GateMode = 'run') {
    const { extensions } = await this.find();
    const agreed = extensions.filter((found) => found.status === 'wins' && test(found)).map(seen);
    return value(await this.desks.project.openAll(this.disk.project, agreed, mode));
  }

  /** Opens a folder by hand, with consent. */
  async open(path: string, mode: GateMode = 'run'): Promise<Run> {
    const target = value(await this.targets.resolve({ kind: 'path', path }));
    value(this.consents.give(target, target.digest));
    return new Run(value(await this.desks.desk.start(target.input, mode)));
  }

  /** The person looks at what the target is now and agrees. */
  async agree(path: string): Promise<void> {
    const target = value(await this.targets.resolve({ kind: 'path', path }));
    value(this.consents.give(target, target.digest));
  }

  async close(): Promise<void> {
    await this.desks.watch.close();
    await this.engine.close();
    this.disk.dispose();
    if (this.faults.length > 0) throw new AggregateError(this.faults, 'faults behind the desks');
  }
}

export function seen({ preview }: ListedExtension): { key: string; digest: string } {
  if (!preview) throw new Error('There is nothing to agree to.');
  return { key: preview.target.key, digest: preview.target.digest };
}

export function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}

function inherited(): Record<string, string> {
  const entries = Object.entries(process.env);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
