/** Gathers what is known of a device for the rules that explain it. */
import { type ConfigSnapshot, ownMapping } from '../../domain/config-snapshot.ts';
import { settleDisplay } from '../../domain/device-display.ts';
import { type DeviceId, parseDeviceId } from '../../domain/device-id.ts';
import type { ExplainFacts, RepoFacts, ScheduledFacts } from '../../domain/explain/facts.ts';
import { FirmwareCensus } from '../../domain/firmware-census.ts';
import type { Mapping, ResolvedMapping } from '../../domain/mapping.ts';
import { fileSize } from '../../domain/mount.ts';
import type { Panel, Size } from '../../domain/panel.ts';
import { matchPanel } from '../../domain/panel-match.ts';
import type { DeviceReport } from '../../domain/report.ts';
import { parseScreenRef } from '../../domain/screen-ref.ts';
import type { JoinedStep } from '../../domain/trail/join.ts';
import { hasNoScreen, noScreenText } from '../../domain/without-screen.ts';
import { MappingCheck } from '../../engine/check/mapping-check.ts';
import { locateScreen } from '../../engine/contents/locate-screen.ts';
import { scheduledAt, screenNow, timetableOf } from '../../engine/contents/scheduled-contents.ts';
import { driftOf } from '../../fleet/register/presence.ts';
import { isPlainObject, type PlainValue } from '../../platform/base/plain.ts';
import { inTurns, mainTurns, type Slices } from '../../platform/base/turns.ts';
import type { AdminApi } from '../admin-api.ts';
import { effectiveMapping, namesOfWaiting } from '../devices/effective-mapping.ts';
import type { FoundDevice } from '../devices/find-device.ts';
import { fleetDeviceOf } from '../fleet/fleet-devices.ts';

/** How far back the battery is looked at. */
const DAYS_MS = 7 * 86_400_000;
/** Log entries that are looked at, the last ones. */
const ENTRIES = 20;

/** @param party  whose slices of time it takes */
export async function explainFacts(
  api: AdminApi,
  found: FoundDevice,
  { nowMs, party }: { readonly nowMs: number; readonly party: string },
): Promise<ExplainFacts> {
  const config = api.config();
  const { mapping: entry, record } = found;
  const resolved = effectiveMapping(config, found);
  const mapping = resolved?.mapping ?? null;
  const about = {
    nowMs,
    key: entry?.key ?? record?.id ?? '',
    isAssigned: entry !== null || resolved?.own === true,
    screen: mapping?.screen ?? null,
    noScreen: hasNoScreen(config, record, entry) ? noScreenText(config, entry) : null,
    problems: paramProblems(api, mapping),
    repo: repoFacts(api, mapping?.screen ?? null),
    rememberedFromMs: api.health.state().engine === 'memory' ? api.health.startedMs : null,
    neighbour: record === null && entry !== null ? neighbourOf(api, entry.key) : null,
    waiting: waitingOf(api, found, resolved),
    isClosed: !config.registrationEnabled,
    secretsDiffer: driftOf([...api.health.servers().values()]).includes('secret'),
  };
  if (record === null) {
    // A device with an entry may have tried, and been refused.
    const id = entry === null ? null : parseDeviceId(entry.key);
    return {
      ...about,
      scheduled: scheduledFacts(mapping, nowMs, null),
      panel: null,
      newerFirmware: null,
      record: null,
      steps: [],
      identity: id === null ? [] : await api.events.list(id, nowMs),
      hours: [],
      logError: null,
    };
  }
  const [steps, identity, hours, logs] = await Promise.all([
    api.trail.list(record.id, nowMs),
    api.events.list(record.id, nowMs),
    api.history.list(record, nowMs - DAYS_MS, nowMs),
    api.logs.list(record.id),
  ]);
  const panel = panelOf(config, mapping, record.report);
  const newer = await mainTurns.run(party, (turns) => inTurns(turns, newerFirmware(api, record.report)));
  const scheduled = scheduledFacts(mapping, nowMs, pollMsOf(steps));
  return {
    ...about,
    scheduled,
    panel,
    record,
    steps,
    identity,
    newerFirmware: newer,
    hours: hours ?? [],
    logError: errorOf(logs),
  };
}

/** The time of the last poll, unless what the device shows was changed since. */
function pollMsOf(steps: readonly JoinedStep[]): number | null {
  const poll = steps.findLast((step) => step.kind === 'poll');
  const change = steps.findLast((step) => step.kind === 'config');
  if (poll?.kind !== 'poll' || (change !== undefined && change.atMs > poll.atMs)) return null;
  return poll.lastMs;
}

/** Problems that a sentence names at the most. */
const MOST_PROBLEMS = 3;

function paramProblems(api: AdminApi, mapping: Mapping | null): readonly string[] {
  if (mapping === null) return [];
  const check = new MappingCheck({ config: api.config(), catalogue: api.catalogue });
  const problems = check.problemsOf(mapping).filter(({ field }) => field.startsWith('params.'));
  return problems.slice(0, MOST_PROBLEMS).map(({ message }) => message);
}

/** What a device does not get before it is adopted. */
function waitingOf(
  api: AdminApi,
  found: FoundDevice,
  resolved: ResolvedMapping | null,
): ExplainFacts['waiting'] {
  const config = api.config();
  const groups = namesOfWaiting(config, found);
  const located = resolved === null ? null : locateScreen(api.catalogue, { config, ...resolved });
  const needsSecret = located?.ok === true && located.value.needsAdoption;
  return groups.length === 0 && !needsSecret ? null : { groups, needsSecret };
}

/** The panel of a device, where it is another one than the device says it has. */
function panelOf(
  config: ConfigSnapshot,
  mapping: Mapping | null,
  report: DeviceReport,
): ExplainFacts['panel'] {
  if (mapping === null) return null;
  const { panel } = settleDisplay(config, mapping, report);
  if (panel === null || panel.size === null) return null;
  const said = report.size === null ? panel.size : fileSize(panel, report.size);
  const isSame = said.widthPx === panel.size.widthPx && said.heightPx === panel.size.heightPx;
  return isSame ? null : { name: panel.name, size: panel.size, fitting: fittingPanels(config, report, said) };
}

/** The panel that a device is recognised by, if it has this size; else all that have it. */
function fittingPanels({ panels }: ConfigSnapshot, report: DeviceReport, said: Size): readonly string[] {
  const has = ({ size }: Pick<Panel, 'size'>): boolean =>
    size?.widthPx === said.widthPx && size.heightPx === said.heightPx;
  const recognised = matchPanel(panels, report);
  if (recognised !== null && has(recognised)) return [recognised.name];
  return [...panels.values()].filter(has).map(({ name }) => name);
}

/** The last log entry that tells of an error; entries are what the device has made of them. */
function errorOf(entries: readonly PlainValue[]): string | null {
  for (const entry of entries.slice(-ENTRIES).reverse()) {
    const text = messageOf(entry);
    if (text !== null && /err|fail/i.test(text.looked)) return text.message;
  }
  return null;
}

const LOOKED_AT = 2_000;

function messageOf(entry: PlainValue): { readonly message: string; readonly looked: string } | null {
  if (typeof entry === 'string') return { message: entry, looked: entry.slice(0, LOOKED_AT) };
  if (!isPlainObject(entry)) return null;
  const { message, log_message: older, level, log_level: olderLevel, cut } = entry;
  const said = [message, older, cut].find((text) => typeof text === 'string');
  if (typeof said !== 'string') return null;
  return { message: said, looked: `${String(level ?? olderLevel ?? '')} ${said}`.slice(0, LOOKED_AT) };
}

/** What the schedule of a mapping says of a moment. @param pollMs  time of the last poll under the same entry */
function scheduledFacts(
  mapping: Mapping | null,
  nowMs: number,
  pollMs: number | null,
): ScheduledFacts | null {
  if (mapping?.schedule === undefined) return null;
  const { showing, asleepUntil } = timetableOf(mapping.schedule).at(nowMs / 1000);
  const { pin } = mapping.schedule;
  const isPinned = showing.by === 'pin' && pin !== null;
  return {
    pinnedUntilMs: isPinned ? pin.until * 1000 : null,
    asleepUntilMs: asleepUntil === null ? null : asleepUntil * 1000,
    screen: screenNow(mapping, nowMs),
    screenAtPoll: pollMs === null ? null : scheduledAt(mapping, pollMs).mapping.screen,
  };
}

/** The repo of a screen, where its last fetch failed. */
function repoFacts({ repos }: Pick<AdminApi, 'repos'>, screen: string | null): RepoFacts | null {
  const handle = screen === null ? null : (parseScreenRef(screen)?.handle ?? null);
  const info = handle === null ? undefined : repos.list().find((one) => one.handle === handle);
  if (handle === null || info === undefined || (info.status !== 'offline' && info.status !== 'error'))
    return null;
  const { error, lastFetched } = info;
  return { handle, error: error ?? info.status, lastFetched };
}

/** The firmware that known devices of a model run by now, where that of a device is older; null else. */
function* newerFirmware(
  { registry, config }: Pick<AdminApi, 'registry' | 'config'>,
  { model, firmwareVersion }: Pick<DeviceReport, 'model' | 'firmwareVersion'>,
): Slices<string | null> {
  if (model === null || firmwareVersion === null) return null;
  const firmware = new FirmwareCensus();
  const moment = { config: config(), firmware, nowMs: Date.now() };
  for (const record of registry.each()) {
    // A stranger may say anything of itself.
    if (record.report.model === model && fleetDeviceOf(record, moment).isKnown) firmware.add(record.report);
    // One takes a millisecond where groups have many patterns.
    yield;
  }
  return firmware.isStale({ model, firmwareVersion }) ? firmware.currentOf(model) : null;
}

const HEX = '0123456789ABCDEF';

/** A device that waits for an entry, whose address differs in one place, or in two neighbours that are swapped. */
function neighbourOf(
  { registry, config }: Pick<AdminApi, 'registry' | 'config'>,
  key: string,
): string | null {
  const id = parseDeviceId(key);
  if (id === null) return null;
  const snapshot = config();
  for (const near of nearIds(id)) {
    const record = registry.peek(near);
    if (record !== null && ownMapping(snapshot, near, record.registrationCode) === null) return near;
  }
  return null;
}

function* nearIds(id: DeviceId): Generator<DeviceId> {
  const digits = id.replaceAll(':', '');
  for (let place = 0; place < digits.length; place++) {
    const [before, digit, after] = [digits.slice(0, place), digits.charAt(place), digits.slice(place + 1)];
    for (const other of HEX) if (other !== digit) yield spelled(before + other + after);
    if (after !== '' && after.charAt(0) !== digit)
      yield spelled(before + after.charAt(0) + digit + after.slice(1));
  }
}

function spelled(digits: string): DeviceId {
  return digits.replaceAll(/..(?=.)/g, '$&:') as DeviceId;
}
