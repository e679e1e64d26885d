// Composition root of the app: joins engine, window and IPC. Wires; decides nothing that another room could decide.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app, clipboard, dialog, nativeTheme, session, shell, type BrowserWindow } from 'electron';
import log from 'electron-log/main';
import { streamChannel, type StreamEvents, type StreamName } from '../shared/ipc/contract.ts';
import { defaultProfileName, profiles } from '../shared/protocol/registry.ts';
import { openAtLaunch } from './app/launch-target.ts';
import { readLaunchArgs } from './app/launch-args.ts';
import { setMenu } from './app/menu.ts';
import { preferenceFile } from './app/preference-file.ts';
import { quitWhenStopped } from './app/quit.ts';
import { guardSession } from './app/security.ts';
import { builtFiles, createWindow } from './app/window.ts';
import { AgentDesk } from './engine/agent-desk.ts';
import { agentOf } from './engine/agent-of.ts';
import { CheckDesk } from './engine/check-desk.ts';
import { makeFuzzDesks } from './engine/fuzz-desks.ts';
import { ConsentBook } from './engine/consent.ts';
import { FrameFiles } from './engine/collections.ts';
import { ComposeDesk } from './engine/compose-desk.ts';
import { makeDesks } from './engine/desks.ts';
import { ExportDesk } from './engine/export-desk.ts';
import { Leftovers } from './engine/leftovers.ts';
import { appEnvironment } from './engine/app-environment.ts';
import { defaultPreferences } from './engine/preferences.ts';
import { makeRecordingDesks } from './engine/recording-desks.ts';
import { PluginDesk } from './engine/plugin-desk.ts';
import { Recents } from './engine/recents.ts';
import { sampleTargets } from './session/discover/sample-targets.ts';
import { ScenarioFiles } from './engine/scenario-files.ts';
import { SentHistory } from './engine/sent-history.ts';
import { TapDesk } from './engine/tap-desk.ts';
import { Targets } from './engine/targets.ts';
import { Workspace } from './engine/workspace.ts';
import { answersAboutAgent } from './ipc/answers-agent.ts';
import { answersAboutApp } from './ipc/answers-app.ts';
import { answersAboutChecks } from './ipc/answers-check.ts';
import { answersAboutFuzz } from './ipc/answers-fuzz.ts';
import { answersAboutSessions } from './ipc/answers-sessions.ts';
import { answersAboutExport } from './ipc/answers-export.ts';
import { answersToComposer } from './ipc/answers-compose.ts';
import { answersAboutReplay } from './ipc/answers-replay.ts';
import { answersAboutPlugins } from './ipc/answers-plugin.ts';
import { answersAboutWorkspace } from './ipc/answers-workspace.ts';
import { registerHandlers } from './ipc/register.ts';
import { StreamHub } from './ipc/stream-hub.ts';
import { journalDir, stateDir } from './recorder/state-dir.ts';

const launch = readLaunchArgs(process.argv, app.isPackaged);
const developmentUrl = app.isPackaged ? undefined : process.env.VITE_DEV_SERVER_URL;
const { preload, html } = builtFiles(import.meta.dirname);
const page = developmentUrl ?? pathToFileURL(html).href;
let window: BrowserWindow | undefined;

log.transports.console.level = 'warn';
log.transports.file.resolvePathFn = () => join(app.getPath('userData'), 'framescope.log');
const report = (what: string, error: unknown): void => log.error(what, error);
process.on('uncaughtException', (error) => report('a fault of Framescope', error));
process.on('unhandledRejection', (error) => report('a fault of Framescope', error));

function tell<S extends StreamName>(name: S, value: StreamEvents[S]): void {
  if (window && !window.isDestroyed()) window.webContents.send(streamChannel(name), value);
}

const scenarioFilter = { name: 'Scenario', extensions: ['scenario'] };

async function pick(what: 'folder' | 'file' | 'scenario'): Promise<string | null> {
  if (!window) return null;
  const any = { name: 'Any file', extensions: ['*'] };
  const kinds = ['json', 'fsj', 'gz', 'so', 'dylib', 'c', '*'];
  const manifests = [{ name: 'Manifest, native plugin or recording', extensions: kinds }];
  const filters = what === 'scenario' ? [scenarioFilter, any] : manifests;
  const chosen = await dialog.showOpenDialog(
    window,
    what === 'folder' ? { properties: ['openDirectory'] } : { properties: ['openFile'], filters },
  );
  return chosen.filePaths[0] ?? null;
}

async function pickToSave(name: string, ending: string): Promise<string | null> {
  if (!window) return null;
  const filters = [{ name: ending, extensions: [ending] }];
  const { canceled, filePath } = await dialog.showSaveDialog(window, { defaultPath: name, filters });
  return canceled || filePath === '' ? null : filePath;
}

let leaving = false;
app.on('before-quit', () => (leaving = true));

async function start(): Promise<void> {
  guardSession(session.defaultSession, developmentUrl);
  const state = stateDir();
  const { environment, cwd, remark } = await appEnvironment(process.env);
  if (remark) log.warn(remark);
  const preferences = preferenceFile(app.getPath('userData'), defaultPreferences, (message) =>
    log.warn(message),
  );
  const consents = new ConsentBook(preferences);
  const recents = new Recents(preferences);
  const workspace = new Workspace({ stateDir: state, environment, programVersion: app.getVersion() });
  const targets = new Targets({ preferences, consents, environment, cwd, profile: defaultProfileName });
  const { desk, project, watch } = makeDesks({
    workspace,
    targets,
    consents,
    recents,
    environment,
    cwd,
    // What was tried last is tried again on the new version.
    after: { afterRestart: () => agentDesk.runAgain() },
    report,
  });
  const hub = new StreamHub(
    (batch) => tell('batch', batch),
    (error) => report('telling the window', error),
  );
  const pluginDesk = new PluginDesk({
    workspace,
    restart: (id, mode) => desk.restart(id, mode),
    send: (news) => tell('pluginRun', news),
    report,
  });
  const agentDesk = new AgentDesk({
    agent: agentOf(workspace),
    workspace,
    send: (news) => tell('agent', news),
    report,
  });
  const checkDesk = new CheckDesk({ workspace, report });
  const fuzz = makeFuzzDesks({
    ...{ workspace, report, agreed: (input) => desk.agreed(input) },
    pickToSave: (name) => pickToSave(name, 'scenario'),
    pickFolder: () => pick('folder'),
  });
  const scenarioFiles = new ScenarioFiles({
    pickToOpen: () => pick('scenario'),
    pickToSave: async () => {
      if (!window) return null;
      const { canceled, filePath } = await dialog.showSaveDialog(window, { filters: [scenarioFilter] });
      return canceled || filePath === '' ? null : filePath;
    },
  });
  const recordings = makeRecordingDesks({ desk, workspace, send: (view) => tell('replay', view), report });
  const taps = new TapDesk({ workspace, stateDir: state, report: (what) => log.warn(what) });
  workspace.onChange(() => tell('sessions', desk.list()));
  nativeTheme.themeSource = preferences.get('theme');

  registerHandlers({
    own: () => window?.webContents,
    page,
    report: (channel, error) => report(`answering ${channel}`, error),
    handlers: {
      ...answersAboutApp({
        facts: {
          version: app.getVersion(),
          platform: process.platform,
          journalDir: journalDir(state),
          profiles: profiles.map(({ name, title, protocol, builtinTools, builtinCommands }) => ({
            name,
            title,
            protocol,
            builtinTools,
            builtinCommands,
          })),
          theme: preferences.get('theme'),
        },
        samples: () => sampleTargets(join(app.getAppPath(), 'examples/extensions')),
        targets,
        consents,
        recents,
        leftovers: new Leftovers(state),
        preferences,
        applyTheme: (theme) => (nativeTheme.themeSource = theme),
        pick,
        copyText: async (text) => {
          await clipboard.writeText(text);
        },
      }),
      ...answersToComposer({
        desk: new ComposeDesk({
          get: (id) => workspace.get(id),
          history: new SentHistory(state, (error) => report('keeping what was sent', error)),
          now: () => new Date().toISOString(),
        }),
        files: new FrameFiles({
          usualFolder: join(state, 'collections'),
          preferences,
          pickFolder: () => pick('folder'),
        }),
      }),
      ...answersAboutSessions({
        ...desk.answers,
        showInFolder: (path) => {
          shell.showItemInFolder(path);
        },
        openStream: (opened) => hub.open(desk.streamSource(opened)),
        closeStream: (id) => hub.close(id),
        ackStream: (id, batch) => hub.ack(id, batch),
      }),
      ...answersAboutExport(
        new ExportDesk({
          get: (id) => workspace.get(id),
          environment,
          writtenBy: `framescope ${app.getVersion()}`,
          pickToSave: (name, ending) => pickToSave(name, ending),
        }),
      ),
      ...answersAboutAgent({ desk: agentDesk, files: scenarioFiles }),
      ...answersAboutChecks(checkDesk),
      ...answersAboutFuzz(fuzz.answers),
      ...answersAboutReplay(recordings.answers),
      ...answersAboutPlugins({ desk: pluginDesk }),
      ...answersAboutWorkspace({ ...project.answers, watch: (id, on) => watch.set(id, on) }),
    },
  });
  setMenu((name) => tell('action', { name }), !app.isPackaged);
  window = createWindow({ preferences, preload, page, title: app.getName() });
  const forget = (): void => {
    hub.closeAll();
    agentDesk.windowGone();
  };
  window.webContents.on('did-start-loading', forget);
  window.on('closed', () => {
    forget();
    window = undefined;
  });
  const stopAll = async (): Promise<void> => {
    agentDesk.close();
    pluginDesk.close();
    recordings.close();
    await taps.close();
    await Promise.all([watch.close(), checkDesk.close(), fuzz.close(), workspace.closeAll()]);
  };
  quitWhenStopped(stopAll, report);
  try {
    await window.loadURL(page);
  } catch (error) {
    // It was closed while the page was loading: there is nothing to show and nobody to tell.
    if (leaving || window?.isDestroyed() !== false) return;
    throw error;
  }
  const door = await taps.open();
  if (!door.ok) log.warn(door.failure.message);
  const opening = {
    targets,
    consents,
    cwd,
    tell: (target: StreamEvents['openTarget']) => tell('openTarget', target),
  };
  app.on('second-instance', (_event, argv, from) => {
    window?.show();
    void openAtLaunch(readLaunchArgs(argv, app.isPackaged), { ...opening, cwd: from }).catch(
      (error: unknown) => report('opening a target', error),
    );
  });
  await openAtLaunch(launch, { ...opening, window, workspace, windowCaughtUp: () => hub.caughtUp() });
}

if (!app.requestSingleInstanceLock()) app.quit();
else
  app
    .whenReady()
    .then(start)
    .catch((error: unknown) => {
      report('starting', error);
      // Not the box that blocks: nobody may be there to close it, and then the app could never end.
      void dialog
        .showMessageBox({
          type: 'error',
          message: 'Framescope could not start',
          detail: error instanceof Error ? error.message : String(error),
        })
        .finally(() => app.exit(4));
    });
