import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DeviceId, parseDeviceId } from '../../../src/domain/device-id.ts';
import { type EventKind, UNPROVEN_KINDS } from '../../../src/domain/event-kinds.ts';
import { KeptEvents } from '../../../src/fleet/register/kept-events.ts';
import type { JournalState } from '../../../src/state/state.ts';
import { StateError } from '../../../src/state/state-error.ts';
import { openMemory } from '../../support/state/memory.ts';
import { until } from '../../support/waiting.ts';

const NOW = Date.now();
const ID = parseDeviceId('AA:BB:CC:DD:EE:01') as DeviceId;

function eventOf(kind: EventKind, address = '192.0.2.1', detail: string | null = null) {
  return { kind, address, isUsual: null, detail, requestId: null };
}

describe('KeptEvents', () => {
  it('shows all servers the events of each, and after a restart', async (t) => {
    const state = await openMemory(t);
    const [one, two] = [new KeptEvents(state), new KeptEvents(state)];
    one.add(ID, eventOf('registered'), NOW);
    two.add(ID, eventOf('token_refused', '192.0.2.9', 'wrong'), NOW + 1);
    await one.close();
    await two.close();
    for (const server of [one, two, new KeptEvents(state)]) {
      assert.deepEqual(await server.list(ID, NOW + 2), [
        { ...eventOf('registered'), count: 1, firstMs: NOW, lastMs: NOW },
        { ...eventOf('token_refused', '192.0.2.9', 'wrong'), count: 1, firstMs: NOW + 1, lastMs: NOW + 1 },
      ]);
    }
  });

  it('counts repeats of all servers as one event, and writes few lines for many', async (t) => {
    const state = await openMemory(t);
    const [one, two] = [new KeptEvents(state), new KeptEvents(state)];
    one.add(ID, eventOf('registered', '192.0.2.5'), NOW);
    for (let turn = 0; turn < 1000; turn++) {
      one.add(ID, eventOf('token_refused', '192.0.2.1', `try ${turn}`), NOW + turn);
      if (turn % 2 === 0) two.add(ID, eventOf('token_refused'), NOW + turn);
    }
    const [, repeated] = await one.list(ID, NOW + 2000);
    assert.equal(repeated?.detail, 'try 999');
    await one.close();
    await two.close();
    const listed = await new KeptEvents(state).list(ID, NOW + 2000);
    assert.deepEqual(
      listed.map(({ kind, count, firstMs, lastMs }) => [kind, count, firstMs, lastMs]),
      [
        ['registered', 1, NOW, NOW],
        ['token_refused', 1500, NOW, NOW + 999],
      ],
    );
    assert.ok((await state.unproven.list(ID, NOW + 2000)).length < 25);
  });

  it('keeps what happens while the store is away, and writes it with what happens next', async (t) => {
    const state = await openMemory(t);
    const away = (): Promise<never> => Promise.reject(new StateError('unavailable', 'away'));
    const journal = { append: away, list: away } as typeof state.events;
    const kept = new KeptEvents({ events: journal, unproven: journal });
    for (let turn = 0; turn < 3; turn++) kept.add(ID, eventOf('adopted'), NOW + turn);
    const [own] = await kept.list(ID, NOW + 10);
    assert.equal(own?.count, 3);
    Object.assign(journal, state.events);
    kept.add(ID, eventOf('adopted'), NOW + 3);
    await until(async () => (await state.events.list(ID, NOW + 10)).length > 0);
    await kept.close();
    const [event] = await new KeptEvents(state).list(ID, NOW + 10);
    assert.deepEqual([event?.count, event?.firstMs, event?.lastMs], [4, NOW, NOW + 3]);
  });

  it('leaves out lines that are no events, and what was forgotten', async (t) => {
    const state = await openMemory(t);
    const kept = new KeptEvents(state);
    await state.events.append(ID, ['{', '{"kind":"unheard"}', '[]', 'null', '{"kind":"pinned"}'], NOW);
    kept.add(ID, eventOf('adopted'), NOW);
    kept.add(ID, eventOf('adopted'), NOW);
    kept.add(ID, eventOf('adopted'), NOW);
    kept.forget(ID);
    await kept.close();
    const listed = await kept.list(ID, NOW);
    assert.deepEqual(
      listed.map(({ kind, count }) => [kind, count]),
      [['adopted', 1]],
    );
  });

  it('keeps what is of the device, and what came from its own network, whatever strangers send', async (t) => {
    const state = await openMemory(t);
    let written = 0;
    const counted = (journal: JournalState): JournalState => ({
      ...journal,
      append: (...args) => {
        written += 1;
        return journal.append(...args);
      },
    });
    const journals = { events: counted(state.events), unproven: counted(state.unproven) };
    const kept = new KeptEvents(journals);
    kept.add(ID, eventOf('adopted'), NOW);
    kept.add(ID, { ...eventOf('token_refused', '192.0.2.7'), isUsual: true }, NOW + 1);
    const calls = 40_000;
    for (let call = 0; call < calls; call++) {
      const kind = UNPROVEN_KINDS[call % UNPROVEN_KINDS.length] ?? 'held_back';
      kept.add(ID, { ...eventOf(kind, `198.51.100.${call % 99}`, 'x'.repeat(160)), isUsual: false }, NOW + 2);
    }
    await kept.close();
    assert.ok(written < 300, `${written} writes`);
    const listed = await new KeptEvents(state).list(ID, NOW + 3);
    assert.ok(listed.some(({ kind }) => kind === 'adopted'));
    const own = listed.find(({ isUsual }) => isUsual === true);
    assert.deepEqual([own?.address, own?.count], ['192.0.2.7', 1]);
    assert.ok(listed.length <= 2 + UNPROVEN_KINDS.length * 4, String(listed.length));
  });
});
