// Which tabs a row has and which one opens. Pure.

import type { RowDetail } from '@shared/ipc/contract.ts';
import type { Tab } from '../../ui/Tabs.svelte';

export type DetailTab = 'call' | 'tree' | 'raw' | 'issues' | 'pair' | 'fact';

/** A line is looked at four ways; stderr is raw text; every other fact is read as it is. */
export function tabsOf({
  row,
  entry,
  issues,
  frame,
}: RowDetail): readonly (Tab & { readonly id: DetailTab })[] {
  const worst = issues.some((issue) => issue.severity === 'error') ? 'fault' : 'warn';
  const tone = issues.some((issue) => issue.severity !== 'info') ? worst : 'plain';
  const raw = { id: 'raw', label: 'Raw' } as const;
  const found = { id: 'issues', label: 'Issues', count: issues.length, tone } as const;
  if (entry.kind === 'line') {
    const pair = { id: 'pair', label: 'Pair', count: row.pairSeq === undefined ? 0 : 1 } as const;
    const call = frame?.protocol === 'opcode' ? [{ id: 'call', label: 'Call' } as const] : [];
    return [...call, { id: 'tree', label: 'Tree' }, raw, found, pair];
  }
  if (entry.kind === 'stderr') return issues.length > 0 ? [raw, found] : [raw];
  return issues.length > 0 ? [{ id: 'fact', label: 'Fact' }, found] : [{ id: 'fact', label: 'Fact' }];
}

/** The tab last chosen if this row has it and it has something to show, or else the row's first. */
export function openTab(detail: RowDetail, chosen: DetailTab): DetailTab {
  const tabs = tabsOf(detail).map((tab) => tab.id);
  if ((chosen === 'tree' || chosen === 'call') && detail.row.notFrame && !looksLikeJson(detail)) return 'raw';
  return tabs.includes(chosen) ? chosen : (tabs[0] ?? 'raw');
}

function looksLikeJson({ raw }: RowDetail): boolean {
  return raw !== undefined && 'text' in raw && /^\s*[[{"]/.test(raw.text);
}
