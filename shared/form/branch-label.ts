// A name for one branch of oneOf or anyOf: its title, the value that tells it from the others, or what it refers to.

import { fieldOf, rawOf } from './exact.ts';
import type { SubSchema } from './schema.ts';

const longest = 40;

export function branchLabel(branch: SubSchema, index: number): string {
  const label = named(branch, 0) ?? `branch ${index + 1}`;
  return label.length > longest ? `${label.slice(0, longest - 1)}…` : label;
}

function named({ of, node }: SubSchema, depth: number): string | undefined {
  if (node.kind === 'boolean') return node.text === 'true' ? 'anything' : 'nothing';
  const title = fieldOf(node, 'title');
  if (title?.kind === 'string' && title.text !== '') return title.text;
  const properties = fieldOf(node, 'properties');
  if (properties?.kind === 'object') {
    for (const { key, value } of properties.members) {
      const only = fieldOf(value, 'const') ?? single(fieldOf(value, 'enum'));
      if (only) return `${key}: ${only.kind === 'string' ? only.text : rawOf(of.text, only)}`;
    }
  }
  const ref = fieldOf(node, '$ref');
  if (ref?.kind === 'string') {
    const target = depth < 4 ? of.resolve(ref.text) : undefined;
    const last = ref.text.split('/').at(-1);
    return (target && named(target, depth + 1)) ?? (last !== '#' && last ? last : undefined);
  }
  const only = fieldOf(node, 'const');
  if (only) return rawOf(of.text, only);
  const required = fieldOf(node, 'required');
  if (required?.kind === 'array' && required.items.length > 0) {
    return `with ${required.items.map((item) => ('text' in item ? item.text : '?')).join(', ')}`;
  }
  if (properties?.kind === 'object' && properties.members.length > 0) {
    return properties.members.map((member) => member.key).join(', ');
  }
  const type = fieldOf(node, 'type');
  if (type?.kind === 'string') return type.text === 'array' ? 'list' : type.text;
  const values = fieldOf(node, 'enum');
  return values?.kind === 'array' ? values.items.map((item) => rawOf(of.text, item)).join(', ') : undefined;
}

function single(list: ReturnType<typeof fieldOf>): ReturnType<typeof fieldOf> {
  return list?.kind === 'array' && list.items.length === 1 ? list.items[0] : undefined;
}
