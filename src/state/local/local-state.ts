/** The state on a backing: everything that memory and a folder do alike. */
import { STATE_LIMITS } from '../limits.ts';
import type { State, StateEngine } from '../state.ts';
import type { IdentityCheck } from '../unreadable.ts';
import type { Watch } from '../watch.ts';
import type { Backing } from './backing.ts';
import { checkLocal } from './check-local.ts';
import { localAnswers, localBlobs, localMemory } from './local-blobs.ts';
import { LocalConfig } from './local-config.ts';
import { LocalDevices } from './local-devices.ts';
import { localHistory, localJournal } from './local-journals.ts';
import { LocalNotices } from './local-notices.ts';
import { localPushes } from './local-pushes.ts';
import { localLeases, localRecords, localSecret, localServers } from './local-servers.ts';

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
  const devices = new LocalDevices(backing, watch, isIdentity, (id) => {
    for (const one of kept) one.forget(id);
  });
  return {
    engine,
    devices,
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
    sensitive: localRecords(backing, watch, 'sensitive'),
    leases: localLeases(backing, watch),
    servers: localServers(backing, watch),
    urlSecret: localSecret(backing, watch),
    notices: new LocalNotices(),
    health: backing.health,
    setAside: backing.setAside,
    check: () => checkLocal(backing, devices),
    close: () => backing.close(),
  };
}
