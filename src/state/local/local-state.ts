/** The state on a backing: everything that memory and a folder do alike. */
import {
  BLOB_KINDS,
  COMMON_JOURNAL_KINDS,
  DEVICE_JOURNAL_KINDS,
  forEachKind,
  PUSH_KINDS,
  RECORD_KINDS,
} from '../kinds.ts';
import type { State, StateEngine } from '../state.ts';
import type { IdentityCheck } from '../unreadable.ts';
import type { MethodTimer } from '../watch.ts';
import type { Backing } from './backing.ts';
import { checkLocal } from './check-local.ts';
import { localAnswers, localBlobs, localMemory, localPushes } from './local-blobs.ts';
import { LocalConfig } from './local-config.ts';
import { LocalDevices } from './local-devices.ts';
import { localHistory, localJournal } from './local-journals.ts';
import { LocalNotices } from './local-notices.ts';
import { localLeases, localRecords, localSecret, localServers } from './local-servers.ts';

export function localState(
  engine: Exclude<StateEngine, 'redis'>,
  backing: Backing,
  watch: MethodTimer,
  isIdentity: IdentityCheck,
): State {
  const journals = forEachKind(DEVICE_JOURNAL_KINDS, (kind) => localJournal(backing, watch, kind));
  const history = localHistory(backing, watch);
  const kept = [...Object.values(journals), history];
  const devices = new LocalDevices(backing, watch, isIdentity, (id) => {
    for (const one of kept) one.forget(id);
  });
  return {
    ...journals,
    ...forEachKind(COMMON_JOURNAL_KINDS, (kind) => localJournal(backing, watch, kind)),
    ...forEachKind(BLOB_KINDS, (kind) => localBlobs(backing, watch, kind)),
    ...forEachKind(RECORD_KINDS, (kind) => localRecords(backing, watch, kind)),
    ...forEachKind(PUSH_KINDS, (kind) => localPushes(backing, watch, kind)),
    engine,
    isLasting: engine !== 'memory',
    isShared: false,
    devices,
    rememberOnce: localMemory(backing, watch),
    answers: localAnswers(backing, watch),
    history,
    config: new LocalConfig(backing, watch),
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
