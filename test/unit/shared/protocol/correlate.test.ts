import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PairBook } from '../../../../shared/protocol/correlate.ts';
import type { Side } from '../../../../shared/session/entries.ts';
import { decoded } from '../../../support/protocol-parts.ts';

/** A book that is told lines one after another, 1 ms apart; seqs count from 1. */
class Told {
  readonly book = new PairBook();
  seq = 0;
  note(from: Side, frame: Record<string, unknown>, profile = 'zot-latest') {
    this.seq++;
    return this.book.note(this.seq, this.seq * 1_000, from, decoded(JSON.stringify(frame), from, profile));
  }
  call(id: string) {
    return this.note('host', { type: 'tool_call', id, name: 'x', args: {} });
  }
  result(id: string) {
    return this.note('extension', { type: 'tool_result', id, content: [] });
  }
}

describe('the pair book', () => {
  it('joins an answer with its request and tells the latency', () => {
    const told = new Told();
    expect(told.call('a')).toEqual({ kind: 'opened' });
    expect(told.book.open).toEqual([1]);
    told.note('extension', { type: 'notify', level: 'info', message: 'x' });
    expect(told.result('a')).toEqual({ kind: 'answered', request: 1, latencyUs: 2_000 });
    expect(told.book.isOpen(1)).toBe(false);
  });

  it('takes answers in any order', () => {
    const told = new Told();
    for (const id of ['a', 'b', 'c']) told.call(id);
    expect(['c', 'a', 'b'].map((id) => told.result(id))).toMatchObject([
      { request: 3 },
      { request: 1 },
      { request: 2 },
    ]);
  });

  it('pairs hello and shutdown by type, without an id', () => {
    const told = new Told();
    expect(told.note('extension', { type: 'hello', name: 'x', version: '1' })).toEqual({ kind: 'opened' });
    const ack = {
      type: 'hello_ack',
      protocol_version: 1,
      zot_version: '1',
      provider: 'p',
      model: 'm',
      cwd: '/',
    };
    expect(told.note('host', ack)).toEqual({ kind: 'answered', request: 1, latencyUs: 1_000 });
    expect(told.note('host', ack)).toEqual({ kind: 'duplicate', request: 1 });
    told.note('host', { type: 'shutdown' });
    expect(told.note('extension', { type: 'shutdown_ack' })).toMatchObject({ kind: 'answered', request: 4 });
    expect(told.note('extension', { type: 'shutdown_ack' })).toMatchObject({ kind: 'duplicate', request: 4 });
  });

  it('tells second answers from answers to nothing', () => {
    const told = new Told();
    told.call('a');
    told.result('a');
    expect(told.result('a')).toEqual({ kind: 'duplicate', request: 1 });
    expect(told.result('b')).toEqual({ kind: 'unknownId' });
  });

  it('keeps a request open when an answer of the wrong type has its id', () => {
    const told = new Told();
    told.call('a');
    expect(told.note('extension', { type: 'command_response', id: 'a', action: 'noop' })).toEqual({
      kind: 'wrongKind',
      request: 1,
      requestType: 'tool_call',
    });
    expect(told.result('a')).toMatchObject({ kind: 'answered' });
  });

  it('calls an answer late once the host has given up', () => {
    const told = new Told();
    told.call('a');
    told.book.expire(1);
    expect(told.book.isOpen(1)).toBe(true);
    expect(told.result('a')).toEqual({ kind: 'late', request: 1, latencyUs: 1_000 });
  });

  it('keeps ids of the two sides apart', () => {
    const told = new Told();
    told.call('1');
    told.note('extension', { type: 'call_tool', id: '1', name: 'read', args: {} });
    expect(told.note('host', { type: 'tool_result', id: '1', name: 'read', content: [] })).toMatchObject({
      request: 2,
    });
    expect(told.result('1')).toMatchObject({ request: 1 });
  });

  it('pairs two kinds of requests with the same answer', () => {
    const told = new Told();
    told.note('extension', { type: 'secret_set', id: '1', key: 'k', value: 'v' }, 'terva-6');
    told.note('extension', { type: 'secret_delete', id: '2', key: 'k' }, 'terva-6');
    expect(told.note('host', { type: 'secret_ack', id: '2' }, 'terva-6')).toMatchObject({ request: 2 });
    expect(told.note('host', { type: 'secret_ack', id: '1' }, 'terva-6')).toMatchObject({ request: 1 });
  });

  it('says when an id is used again while its request is open, and answers the first', () => {
    const told = new Told();
    told.call('a');
    expect(told.call('a')).toEqual({ kind: 'opened', reused: 1 });
    expect(told.result('a')).toMatchObject({ request: 1 });
    expect(told.book.open).toEqual([2]);
    expect(told.result('a')).toEqual({ kind: 'duplicate', request: 1 });
  });

  it('has no place for answers without a usable id', () => {
    const told = new Told();
    expect(told.note('extension', { type: 'tool_result', id: 5, content: [] })).toEqual({ kind: 'noId' });
    expect(told.note('host', { type: 'tool_call', name: 'x', args: {} })).toEqual({ kind: 'noId' });
  });

  it('takes no interest in notices, unknown frames and lines that are none', () => {
    const told = new Told();
    expect(told.note('extension', { type: 'notify', level: 'info', message: 'x' })).toEqual({ kind: 'none' });
    expect(told.note('extension', { type: 'x', id: '1' })).toEqual({ kind: 'none' });
    expect(told.book.note(9, 9, 'extension', decoded('no'))).toEqual({ kind: 'none' });
  });

  it('forgets a request that never reached the other side', () => {
    const told = new Told();
    told.call('a');
    told.book.forget(1);
    expect(told.book.open).toEqual([]);
    expect(told.result('a')).toEqual({ kind: 'unknownId' });
    told.book.note(1, 5_000, 'host', decoded('{"type":"tool_call","id":"b","name":"x","args":{}}', 'host'));
    expect(told.result('b')).toMatchObject({ kind: 'answered', request: 1 });
  });

  it('joins every answer with the request of its id, whatever the order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 50 }), fc.nat(), (ids, turn) => {
        const told = new Told();
        for (const id of ids) told.call(id);
        const answers = [...ids.slice(turn % ids.length), ...ids.slice(0, turn % ids.length)];
        for (const id of answers) expect(told.result(id)).toMatchObject({ request: ids.indexOf(id) + 1 });
        expect(told.book.open).toEqual([]);
      }),
    );
  });

  it('remembers a bounded number of answered ids', () => {
    const told = new Told();
    for (let i = 0; i < 5_000; i++) {
      told.call(`n${i}`);
      told.result(`n${i}`);
    }
    expect(told.result('n4999').kind).toBe('duplicate');
    expect(told.result('n0').kind).toBe('unknownId');
  });
});
