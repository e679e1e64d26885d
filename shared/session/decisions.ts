// What a host decides, as data: the values that a `decided` entry may carry.

/** Decisions of the host that the summary is folded from; `value` has the shape given beside each. */
export interface DecisionValues {
  helloAccepted: {
    readonly name: string;
    readonly version: string;
    readonly capabilities: readonly string[];
  };
  commandRegistered: { readonly name: string; readonly description: string; readonly late: boolean };
  toolRegistered: {
    readonly name: string;
    readonly description: string;
    /** Exactly as sent; null when the field was absent. */
    readonly schemaText: string | null;
    readonly late: boolean;
  };
  subscribed: { readonly events: readonly string[]; readonly intercept: readonly string[] };
  /** Registration is over; `afterMs` of host time since hello was accepted. */
  ready: { readonly by: 'frame' | 'silence' | 'timeout'; readonly afterMs: number };
  notified: { readonly level: string; readonly message: string };
  frameIgnored: { readonly why: string };
  deadlinePassed: { readonly deadline: string; readonly afterMs: number; readonly outcome: string };
  stopAsked: { readonly by: 'user' | 'app' | 'driver' };
  /** A request of the host ended without an answer before its deadline; `deadlinePassed` tells of those that waited. */
  requestSettled: {
    readonly id: string;
    readonly type: string;
    readonly how: 'gone' | 'notSent';
    readonly reason: string;
  };
  /** What the agent made of a tool call, told when that is more than the answer's own line says. */
  toolFinished: {
    readonly tool: string;
    readonly id: string | null;
    readonly how: RequestHow;
    readonly isError: boolean;
    readonly blocks: number;
    readonly remarks: readonly string[];
  };
  /** What the host does after a slash command; `text` is what it inserts, shows, asks or complains of. */
  commandFinished: {
    readonly command: string;
    readonly id: string | null;
    readonly how: RequestHow;
    readonly effect: string;
    readonly text: string;
  };
  /** An event that had a subscriber here and was not sent. */
  eventNotSent: { readonly event: string; readonly reason: string };
  /** What this extension made of one question of a chain; `hop` counts from 1 over all extensions asked. */
  hopDecided: {
    readonly chain: number;
    readonly event: string;
    readonly hop: number;
    readonly id: string | null;
    readonly verdict: string;
    readonly reason: string;
    readonly answerLine: number | null;
    readonly spentMs: number;
  };
  /** The outcome of a chain, in the journal of each extension that was asked. */
  chainDecided: {
    readonly chain: number;
    readonly event: string;
    readonly blocked: boolean;
    readonly reason: string;
    readonly rewritten: boolean;
    /** Name of the extension that blocked, or that rewrote last. */
    readonly decidedBy: string | null;
    readonly hops: number;
    readonly spentMs: number;
  };
  panelOpened: PanelContent;
  /** `shown` is false for a panel that is not open: the host takes the frame and shows nothing. */
  panelRendered: PanelContent & { readonly shown: boolean };
  panelClosed: { readonly panel: string; readonly by: 'extension' | 'host' | 'otherPanel' };
  /** A run of a native plugin's tools was cancelled: is_cancelled returns 1 for its token from now on. */
  runCancelled: { readonly token: string; readonly by: string };
  /** What the process of a native plugin told while it went down. */
  crashReported: {
    readonly signal: string;
    /** The address that could not be used; null where the signal has none. */
    readonly address: string | null;
    readonly thread: number | null;
    /** Whether that is the main loop. */
    readonly onMainLoop: boolean;
    /** The stack, innermost first: "walk+0x1c, boom.so+0x1350". */
    readonly frames: readonly string[];
  };
}
/** How a request to an extension ended. */
export type RequestHow = 'answered' | 'timedOut' | 'gone' | 'notSent' | 'dropped';

export interface PanelContent {
  readonly panel: string;
  readonly title: string;
  readonly lines: readonly string[];
  readonly footer: string;
}
export type DecisionName = keyof DecisionValues;
