/** The state on a backing: everything that memory and a folder do alike. */
import { STATE_LIMITS } from '../limits.ts';
import type { State, StateEngine, StateHealth } from '../state.ts';
import type { IdentityCheck } from '../unreadable.ts';
import type { Watch } from '../watch.ts';
import type { Backing } from './backing.ts';
import { localAnswers, localBlobs, localMemory } from './local-blobs.ts';
import { LocalConfig } from './local-config.ts';
import { LocalDevices } from './local-devices.ts';
import { localHistory, localJournal } from './local-journals.ts';
import { LocalNotices } from './local-notices.ts';
import { localPushes } from './local-pushes.ts';
import { localLeases, localRecords, localSecret, localServers } from './local-servers.ts';

/** What is part of the process, or on its disk, is always up; a write that fails says so itself. */
const ALWAYS_UP: StateHealth = { isUp: true, problem: null, warnings: [], onChange: () => () => undefined };

export function localState(
  engine: StateEngine,
  backing: Backing,
  watch: Watch,
  isIdentity: IdentityCheck,
): State {
  const logs = localJournal(backing, watch, 'logs');
  const events = localJournal(backing, watch, 'events');
  const unproven = localJournal(backing, watch, 'unproven');
  const trail = localJournal(backing, watch, 'trail');
  const history = localHistory(backing, watch);
  const kept = [logs, events, unproven, trail, history];
  return {
    engine,
    devices: new LocalDevices(backing, watch, isIdentity, (id) => {
      for (const one of kept) one.forget(id);
    }),
    rememberOnce: localMemory(backing, watch),
    contents: localBlobs(backing, watch, 'contents', STATE_LIMITS.contentMs),
    pictures: localBlobs(backing, watch, 'pictures', STATE_LIMITS.pictureMs),
    pushedPictures: localPushes(backing, watch, 'pushedPictures'),
    pushedData: localPushes(backing, watch, 'pushedData'),
    answers: localAnswers(backing, watch),
    logs,
    events,
    unproven,
    trail,
    history,
    audit: localJournal(backing, watch, 'audit'),
    config: new LocalConfig(backing, watch),
    repos: localRecords(backing, watch, 'repos'),
    alerts: localRecords(backing, watch, 'alerts'),
    leases: localLeases(backing, watch),
    servers: localServers(backing, watch),
    urlSecret: localSecret(backing, watch),
    notices: new LocalNotices(),
    health: ALWAYS_UP,
    close: () => backing.close(),
  };
}
