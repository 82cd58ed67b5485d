import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { driftOf, Presence, readServers, type ServerFacts } from '../../../src/fleet/register/presence.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import type { State } from '../../../src/state/state.ts';
import { StateError } from '../../../src/state/state-error.ts';
import { type LogLines, logInto } from '../../support/server/log-lines.ts';
import { openMemory } from '../../support/state/memory.ts';

const FACTS: ServerFacts = {
  ...{ version: '1.0.0', startedMs: 1, config: 'abc', repos: { garden: 'f00' }, secret: '0123456789ab' },
};

function server(
  state: Pick<State, 'servers'>,
  facts: ServerFacts = FACTS,
): { presence: Presence; logs: LogLines; forgotten(): number } {
  const logs: LogLines = [];
  const log = createLogger('info', logInto(logs));
  let times = 0;
  const onForgotten = (): void => {
    times += 1;
  };
  const presence = new Presence({ state, log, facts: () => facts, onForgotten });
  return { presence, logs, forgotten: () => times };
}

describe('Presence', () => {
  it('shows each server all others that live, until they end', async (t) => {
    const state = await openMemory(t);
    const [one, two] = [server(state).presence, server(state, { ...FACTS, config: 'other' }).presence];
    await one.look();
    await two.look();
    await one.look();
    assert.deepEqual(one.servers, two.servers);
    assert.deepEqual([...one.servers.keys()].toSorted(), [one.id, two.id].toSorted());
    assert.equal(one.servers.get(two.id)?.config, 'other');
    await two.stop();
    await one.look();
    assert.deepEqual([...one.servers.keys()], [one.id]);
  });

  it('tells when the store has forgotten it, and not at its start', async (t) => {
    const state = await openMemory(t);
    const { presence, forgotten } = server(state);
    await presence.look();
    await presence.look();
    assert.equal(forgotten(), 0);
    await state.servers.withdraw(presence.id);
    await presence.look();
    assert.equal(forgotten(), 1);
    await presence.look();
    assert.deepEqual([forgotten(), presence.servers.size], [1, 1]);
  });

  it('keeps what it has seen while the store is away', async (t) => {
    const state = await openMemory(t);
    const announce = state.servers.announce.bind(state.servers);
    let isAway = false;
    const servers = {
      announce: (...args: Parameters<typeof announce>) =>
        isAway ? Promise.reject(new StateError('unavailable', 'away')) : announce(...args),
      withdraw: (id: string) => state.servers.withdraw(id),
      all: () => state.servers.all(),
    };
    const { presence } = server({ servers });
    await presence.look();
    isAway = true;
    await presence.look();
    assert.equal(presence.servers.size, 1);
  });
});

it('driftOf names in what servers differ, in whatever order their repos stand', () => {
  const repos = { a: '1', b: '2' };
  assert.deepEqual(driftOf([]), []);
  assert.deepEqual(driftOf([FACTS]), []);
  assert.deepEqual(
    driftOf([
      { ...FACTS, repos },
      { ...FACTS, repos: { b: '2', a: '1' }, startedMs: 7 },
    ]),
    [],
  );
  assert.deepEqual(driftOf([FACTS, { ...FACTS, version: '1.0.1' }]), ['version']);
  assert.deepEqual(driftOf([FACTS, { ...FACTS, config: 'x', repos: {} }]), ['config', 'repos']);
  assert.deepEqual(driftOf([FACTS, { ...FACTS, secret: 'ba9876543210' }]), ['secret']);
  assert.deepEqual(driftOf([FACTS, { ...FACTS, secret: null }]), []);
});

it('readServers leaves out what is no server', () => {
  const said = new Map([
    ['a', JSON.stringify(FACTS)],
    ...['', '{', 'null', '7', '{"version":1}', '{"version":"1","startedMs":1,"config":"","repos":null}'].map(
      (text, number) => [`bad ${number}`, text] as const,
    ),
  ]);
  assert.deepEqual([...readServers(said)], [['a', FACTS]]);
});
