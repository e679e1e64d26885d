// What a plugin has registered and the host has taken: tools, handlers, commands. The frame has the fields, the host's
// decision says that it counts.

import { flagNames } from '../protocol/opcode/abi.ts';
import { isVetoable } from '../protocol/opcode/event-names.ts';
import type { JsonObject } from '../protocol/define.ts';
import type { DecisionValues } from './decisions.ts';
import { cut, numberIn, textIn } from './plugin-fields.ts';
import type {
  PluginCommandView,
  PluginHandlerView,
  PluginSummary,
  PluginToolView,
} from './plugin-summary.ts';

/** Frames that wait for the host's decision; it comes right behind them. */
const mostWaiting = 64;

/** Called how often, by registration of the handler or name of the tool. */
export interface Handled {
  readonly calls: (name: string) => number;
  readonly handler: (registration: number) => { readonly calls: number; readonly ones: number };
  readonly command: (name: string) => number;
}

type Offers = Pick<PluginSummary, 'tools' | 'handlers' | 'commands'>;

export class PluginOfferFold {
  readonly #waiting = new Map<number, JsonObject>();
  readonly #tools: Omit<PluginToolView, 'calls'>[] = [];
  readonly #handlers: Omit<PluginHandlerView, 'calls' | 'vetoes'>[] = [];
  readonly #commands: Omit<PluginCommandView, 'calls'>[] = [];

  summary(counts: Handled): Offers {
    return {
      tools: this.#tools.map((tool) => ({ ...tool, calls: counts.calls(tool.name) })),
      handlers: this.#handlers.map((handler) => {
        const { calls, ones } = counts.handler(handler.registration);
        return { ...handler, calls, vetoes: isVetoable(handler.event) ? ones : 0 };
      }),
      commands: this.#commands.map((command) => ({ ...command, calls: counts.command(command.name) })),
    };
  }

  takeOver(other: PluginOfferFold): void {
    for (const [line, frame] of other.#waiting) this.#waiting.set(line, frame);
    this.#tools.push(...other.#tools);
    this.#handlers.push(...other.#handlers);
    this.#commands.push(...other.#commands);
  }

  /** Whether it is a call that registers something. */
  registering(name: string, frame: JsonObject, seq: number): boolean {
    if (name !== 'register_tool' && name !== 'on_event' && name !== 'register_command') return false;
    this.#waiting.set(seq, frame);
    if (this.#waiting.size > mostWaiting) this.#waiting.delete(this.#waiting.keys().next().value ?? 0);
    return true;
  }

  tool({ name, description, late }: DecisionValues['toolRegistered'], line: number): void {
    const frame = this.#taken(line);
    this.#tools.push({
      ...{ name, late, line },
      description: cut(description),
      label: cut(textIn(frame, 'label') ?? ''),
      flags: flagNames(numberIn(frame, 'flags')).known,
      snippet: cut(textIn(frame, 'prompt_snippet') ?? ''),
      guidelines: cut(textIn(frame, 'prompt_guidelines') ?? ''),
      hasUpdate: typeof frame.update === 'string',
    });
  }

  handler({ events }: DecisionValues['subscribed'], line: number): void {
    const registration = numberIn(this.#taken(line), 'registration');
    for (const event of events) this.#handlers.push({ registration, event, line });
  }

  command({ name, description }: DecisionValues['commandRegistered'], line: number): void {
    this.#taken(line);
    this.#commands.push({ name, description: cut(description), line });
  }

  #taken(line: number): JsonObject {
    const frame = this.#waiting.get(line) ?? {};
    this.#waiting.delete(line);
    return frame;
  }
}
