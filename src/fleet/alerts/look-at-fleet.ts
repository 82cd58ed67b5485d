/** One look at all devices: which of them, and of their screens, are as the rules say. */
import type { JudgedAlert } from '../../domain/alert-kinds/kind.ts';
import { askedHistory, judge, type RuleAbout, rulesAbout } from '../../domain/alert-kinds/kinds.ts';
import type { Outage } from '../../domain/alert-kinds/outages.ts';
import { ALERT_LIMITS } from '../../domain/alert-limits.ts';
import { type ConfigSnapshot, ownMapping } from '../../domain/config-snapshot.ts';
import type { FailureRun } from '../../domain/failure-run.ts';
import type { Mapping } from '../../domain/mapping.ts';
import { pollState } from '../../domain/polls.ts';
import { resolveEntry, selectableDevice } from '../../domain/resolve-mapping.ts';
import { selecting } from '../../domain/selecting.ts';
import type { Selector } from '../../domain/selector.ts';
import { oneLine } from '../../platform/base/one-line.ts';
import { type LongWork, mainTurns } from '../../platform/base/turns.ts';
import type { DeviceRecord } from '../register/device-record.ts';
import { type FoundAlert, type FoundByRule, foundAlert, type KeptAlert } from './alert.ts';
import type { LookBack } from './look-back.ts';

type DeviceRule = RuleAbout<'device'>;
type ScreenRule = RuleAbout<'screen'>;

interface Ranked<Value> {
  readonly rank: number;
  readonly value: Value;
}

/** Keeps the first few of many by their rank, in bounded memory, and counts all. */
export class NewestFew<Value> {
  readonly #most: number;
  #kept: Ranked<Value>[] = [];
  #count = 0;
  /** What has no higher rank is beyond. */
  #lowest = Number.NEGATIVE_INFINITY;

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Count one, and make it where it may be kept: of many, most need not be made.
   * @param rank  the highest are kept
   */
  add(rank: number, make: () => Value): void {
    this.#count += 1;
    if (rank <= this.#lowest) return;
    this.#kept.push({ rank, value: make() });
    if (this.#kept.length >= 2 * this.#most) this.#cut();
  }

  /** Those that are kept, the highest rank first. */
  get values(): readonly Value[] {
    this.#cut();
    return this.#kept.map(({ value }) => value);
  }

  /** How many are not. */
  get beyond(): number {
    return Math.max(0, this.#count - this.#most);
  }

  #cut(): void {
    this.#kept.sort((a, b) => b.rank - a.rank);
    if (this.#kept.length < this.#most) return;
    this.#kept.length = this.#most;
    this.#lowest = this.#kept.at(-1)?.rank ?? this.#lowest;
  }
}

interface FailingScreen {
  devices: number;
  sinceMs: number;
  lastMs: number;
  reason: string;
}

/** Screens that fail, gathered from the devices that show them: one alert a screen. */
class FailingScreens {
  readonly #most: number;
  readonly #screens = new Map<string, FailingScreen>();
  #beyond = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Note a device whose screen fails. */
  add(ref: string, { sinceMs, lastMs, reason }: Pick<FailureRun, 'sinceMs' | 'lastMs' | 'reason'>): void {
    const screen = this.#screens.get(ref);
    if (screen === undefined) {
      if (this.#screens.size < this.#most) this.#screens.set(ref, { devices: 1, sinceMs, lastMs, reason });
      else this.#beyond += 1;
      return;
    }
    screen.devices += 1;
    screen.sinceMs = Math.min(screen.sinceMs, sinceMs);
    if (lastMs > screen.lastMs) Object.assign(screen, { lastMs, reason });
  }

  /** The alerts of a rule. */
  found(rule: ScreenRule, nowMs: number): FoundByRule {
    const alerts = [...this.#screens].flatMap(([ref, { devices, sinceMs, reason: told }]) => {
      const reason = oneLine(told, ALERT_LIMITS.reasonCharacters);
      const judged = judge(rule, { devices, sinceMs, reason, nowMs });
      if (typeof judged === 'string') return [];
      return [foundAlert(rule, { kind: 'screen', key: ref, name: ref }, judged, sinceMs)];
    });
    return { alerts, beyond: this.#beyond };
  }
}

export interface LookSources {
  readonly config: ConfigSnapshot;
  readonly records: Iterable<Readonly<DeviceRecord>>;
  readonly nowMs: number;
  readonly outages: readonly Outage[];
  readonly lookBack: LookBack;
  /** An alert that fires so far. */
  firing(key: string): KeptAlert | undefined;
  readonly signal: AbortSignal;
}

const ALWAYS = Number.MAX_SAFE_INTEGER;

type Finds = NewestFew<() => FoundAlert>;

/** Look at all devices, in slices: others are served between. Stops early when the signal says so. */
export async function lookAtFleet(sources: LookSources): Promise<Map<string, FoundByRule>> {
  const { records, config, lookBack, nowMs, signal } = sources;
  const { rules } = config.alerts;
  lookBack.begin(rules, nowMs);
  const look = new FleetLook(sources);
  const turns = mainTurns.begin('alerts', ALERT_LIMITS.sliceMs);
  for (const record of records) {
    look.at(record);
    if (!turns.isOver) continue;
    await turns.next();
    if (signal.aborted) break;
  }
  return look.found(nowMs, turns);
}

class FleetLook {
  readonly #sources: LookSources;
  readonly #rules: readonly (readonly [rule: DeviceRule, finds: Finds])[];
  readonly #screens: readonly (readonly [rule: ScreenRule, screens: FailingScreens])[];
  readonly #asksBack: boolean;

  constructor(sources: LookSources) {
    this.#sources = sources;
    const { rules } = sources.config.alerts;
    const most = keptOfRule(rules.length);
    this.#rules = rulesAbout('device', rules).map((rule) => [rule, new NewestFew(most)]);
    this.#screens = rulesAbout('screen', rules).map((rule) => [rule, new FailingScreens(most)]);
    this.#asksBack = rules.map(askedHistory).some(({ daysLeft, signal }) => daysLeft || signal !== undefined);
  }

  at(record: DeviceRecord): void {
    const { nowMs, outages, lookBack } = this.#sources;
    const look = this.#asksBack ? lookBack.of(record, nowMs) : null;
    // Finding out who a device is takes longer than whether all is well.
    let device: LookedUp | null = null;
    for (const [rule, finds] of this.#rules) {
      const judged = judge(rule, { record, look, nowMs, outages });
      if (judged === 'clear') continue;
      device ??= new LookedUp(record, this.#sources.config);
      this.#note(rule, judged, device, finds);
    }
    if (record.failing === null || this.#screens.length === 0) return;
    this.#atFailing(record, device ?? new LookedUp(record, this.#sources.config));
  }

  #note(rule: DeviceRule, judged: 'keep' | JudgedAlert, device: LookedUp, finds: Finds): void {
    const before = this.#sources.firing(`${rule.name} ${device.id}`);
    if ((judged === 'keep' && before === undefined) || !device.fits(rule.match)) return;
    // Those that are known stay so, or they would seem to be over.
    if (judged === 'keep') {
      if (before !== undefined) finds.add(ALWAYS, () => () => before);
      return;
    }
    const sinceMs = before?.sinceMs ?? judged.sinceMs ?? this.#sources.nowMs;
    finds.add(before === undefined ? sinceMs : ALWAYS, () => () => {
      return foundAlert(rule, { kind: 'device', key: device.id, name: device.name }, judged, sinceMs);
    });
  }

  #atFailing(record: DeviceRecord, device: LookedUp): void {
    const { nowMs } = this.#sources;
    // Its last call failed, and there will be none that could succeed.
    if (
      record.failing === null ||
      pollState(record.toldRefreshSeconds, nowMs - record.lastSeenMs) === 'missing'
    )
      return;
    for (const [rule, screens] of this.#screens) {
      if (device.fits(rule.match) && device.screen !== null) screens.add(device.screen, record.failing);
    }
  }

  /** The alerts in words. */
  async found(nowMs: number, turns: LongWork): Promise<Map<string, FoundByRule>> {
    const found = new Map<string, FoundByRule>();
    for (const [rule, finds] of this.#rules) {
      const alerts: FoundAlert[] = [];
      for (const make of finds.values) {
        alerts.push(make());
        if (turns.isOver) await turns.next();
      }
      found.set(rule.name, { alerts, beyond: finds.beyond });
    }
    for (const [rule, screens] of this.#screens) found.set(rule.name, screens.found(rule, nowMs));
    return found;
  }
}

/** A device as rules ask for it, looked up when it is asked first. Strangers do not count. */
class LookedUp {
  readonly #record: DeviceRecord;
  readonly #config: ConfigSnapshot;
  #mapping: Mapping | null | undefined;
  #isSelected: ((selector: Selector) => boolean) | null = null;

  constructor(record: DeviceRecord, config: ConfigSnapshot) {
    this.#record = record;
    this.#config = config;
  }

  get id(): string {
    return this.#record.id;
  }

  get name(): string {
    return this.#settled()?.name ?? this.#record.id;
  }

  get screen(): string | null {
    return this.#settled()?.screen ?? null;
  }

  fits(match: Selector | null): boolean {
    const mapping = this.#settled();
    if (mapping === null) return false;
    if (match === null) return true;
    this.#isSelected ??= selecting(selectableDevice(this.#config.panels, this.#record, this.#entry()));
    return this.#isSelected(match);
  }

  #entry(): ReturnType<typeof ownMapping> {
    return ownMapping(this.#config, this.#record.id, this.#record.registrationCode);
  }

  /** Null for a stranger, though a group may select it: anybody can invent any number of them, and name its model. */
  #settled(): Mapping | null {
    if (this.#mapping === undefined) {
      const entry = this.#entry();
      const resolved = resolveEntry(this.#config, this.#record, entry);
      this.#mapping = resolved !== null && resolved.party !== 'stranger' ? resolved.mapping : null;
    }
    return this.#mapping;
  }
}

/** Alerts of one rule that are known one by one. @param rules  how many there are */
function keptOfRule(rules: number): number {
  return Math.min(ALERT_LIMITS.keptOfRule, Math.floor(ALERT_LIMITS.kept / Math.max(1, rules)));
}
