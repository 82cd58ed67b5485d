import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DeviceId, parseDeviceId } from '../../src/domain/device-id.ts';
import { StateError } from '../../src/state/state-error.ts';
import type { EventKind } from '../../src/store/device-events.ts';
import { KeptEvents } from '../../src/store/kept-events.ts';
import { openMemory } from '../support/state/memory.ts';
import { until } from '../support/waiting.ts';

const NOW = Date.now();
const ID = parseDeviceId('AA:BB:CC:DD:EE:01') as DeviceId;

function eventOf(kind: EventKind, address = '192.0.2.1', detail: string | null = null) {
  return { kind, address, detail };
}

describe('KeptEvents', () => {
  it('shows all servers the events of each, and after a restart', async (t) => {
    const { events } = await openMemory(t);
    const [one, two] = [new KeptEvents(events), new KeptEvents(events)];
    one.add(ID, eventOf('registered'), NOW);
    two.add(ID, eventOf('token_refused', '192.0.2.9', 'wrong'), NOW + 1);
    await one.close();
    await two.close();
    for (const server of [one, two, new KeptEvents(events)]) {
      assert.deepEqual(await server.list(ID, NOW + 2), [
        { ...eventOf('registered'), count: 1, firstMs: NOW, lastMs: NOW },
        { ...eventOf('token_refused', '192.0.2.9', 'wrong'), count: 1, firstMs: NOW + 1, lastMs: NOW + 1 },
      ]);
    }
  });

  it('counts repeats of all servers as one event, and writes few lines for many', async (t) => {
    const { events } = await openMemory(t);
    const [one, two] = [new KeptEvents(events), new KeptEvents(events)];
    one.add(ID, eventOf('registered', '192.0.2.5'), NOW);
    for (let turn = 0; turn < 1000; turn++) {
      one.add(ID, eventOf('token_refused', '192.0.2.1', `try ${turn}`), NOW + turn);
      if (turn % 2 === 0) two.add(ID, eventOf('token_refused'), NOW + turn);
    }
    const [, repeated] = await one.list(ID, NOW + 2000);
    assert.equal(repeated?.detail, 'try 999');
    await one.close();
    await two.close();
    const listed = await new KeptEvents(events).list(ID, NOW + 2000);
    assert.deepEqual(
      listed.map(({ kind, count, firstMs, lastMs }) => [kind, count, firstMs, lastMs]),
      [
        ['registered', 1, NOW, NOW],
        ['token_refused', 1500, NOW, NOW + 999],
      ],
    );
    assert.ok((await events.list(ID, NOW + 2000)).length < 25);
  });

  it('keeps what happens while the store is away, and writes it with what happens next', async (t) => {
    const state = await openMemory(t);
    const away = (): Promise<never> => Promise.reject(new StateError('unavailable', 'away'));
    const journal = { append: away, list: away } as typeof state.events;
    const kept = new KeptEvents(journal);
    for (let turn = 0; turn < 3; turn++) kept.add(ID, eventOf('held_back'), NOW + turn);
    const [own] = await kept.list(ID, NOW + 10);
    assert.equal(own?.count, 3);
    Object.assign(journal, state.events);
    kept.add(ID, eventOf('held_back'), NOW + 3);
    await until(async () => (await state.events.list(ID, NOW + 10)).length > 0);
    await kept.close();
    const [event] = await new KeptEvents(state.events).list(ID, NOW + 10);
    assert.deepEqual([event?.count, event?.firstMs, event?.lastMs], [4, NOW, NOW + 3]);
  });

  it('leaves out lines that are no events, and what was forgotten', async (t) => {
    const { events } = await openMemory(t);
    const kept = new KeptEvents(events);
    await events.append(ID, ['{', '{"kind":"unheard"}', '[]', 'null', '{"kind":"pinned"}'], NOW);
    kept.add(ID, eventOf('adopted'), NOW);
    kept.add(ID, eventOf('adopted'), NOW);
    kept.add(ID, eventOf('adopted'), NOW);
    kept.forget(ID);
    await kept.close();
    const listed = await kept.list(ID, NOW);
    assert.deepEqual(
      listed.map(({ kind, count }) => [kind, count]),
      [['adopted', 2]],
    );
  });
});
