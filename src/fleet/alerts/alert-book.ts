/** The alerts that fire, and who was told of them. */
import type { AlertRule } from '../../domain/alert-kinds/kinds.ts';
import { ALERT_LIMITS } from '../../domain/alert-limits.ts';
import type { AlertSettings } from '../../domain/alert-rule.ts';
import { ownValue } from '../../platform/base/plain.ts';
import { alertKey, type Found, type FoundAlert, type KeptAlert } from './alert.ts';

/** What a webhook has not been told. */
export interface News {
  readonly firing: readonly KeptAlert[];
  /** Alerts that were reported before and are still firing. */
  readonly reminders: readonly KeptAlert[];
  readonly resolved: readonly KeptAlert[];
  /** Alerts that are only counted. */
  readonly beyond: number;
  /** When the oldest of it came up. */
  readonly sinceMs: number;
}

type NewsList = 'firing' | 'reminders' | 'resolved';

/** Alerts that are counted, by rule. */
export type Beyond = Readonly<Record<string, number>>;

export class AlertBook {
  readonly #kept = new Map<string, KeptAlert>();
  #beyond: Beyond;

  constructor(kept: readonly KeptAlert[] = [], beyond: Beyond = {}) {
    for (const alert of kept) this.#kept.set(alertKey(alert), alert);
    this.#beyond = beyond;
  }

  /** All alerts: those that fire, and those of whose end somebody has yet to be told. */
  get all(): readonly KeptAlert[] {
    return [...this.#kept.values()];
  }

  get beyond(): Beyond {
    return this.#beyond;
  }

  /** An alert that fires. */
  firing(key: string): KeptAlert | undefined {
    const kept = this.#kept.get(key);
    return kept?.resolvedMs === null ? kept : undefined;
  }

  /** How many fire, by rule. */
  count(rules: readonly AlertRule[]): ReadonlyMap<string, number> {
    const counts = new Map(rules.map(({ name }) => [name, ownValue(this.#beyond, name) ?? 0]));
    for (const { rule, resolvedMs } of this.#kept.values()) {
      if (resolvedMs === null) counts.set(rule, (counts.get(rule) ?? 0) + 1);
    }
    return counts;
  }

  /** Take what a look has found in the place of what was known, a step for each alert. */
  *take(found: Found, { rules, webhooks }: AlertSettings, nowMs: number): Iterable<void> {
    const to = new Map(rules.map((rule) => [rule.name, rule.to.filter((name) => webhooks.has(name))]));
    const seen = new Set<string>();
    for (const [rule, { alerts }] of found) {
      // While alerts are only counted, nobody knows which of those that become known were counted before.
      const wasFull = (ownValue(this.#beyond, rule) ?? 0) > 0;
      for (const alert of alerts) {
        const key = alertKey(alert);
        seen.add(key);
        const known = this.#kept.get(key);
        const told = wasFull ? toldAt(to.get(rule) ?? [], nowMs) : {};
        const next =
          known === undefined ? began(alert, told, nowMs) : { ...known, ...alert, resolvedMs: null };
        this.#kept.set(key, next);
        yield;
      }
    }
    this.#beyond = Object.fromEntries(
      [...found].flatMap(([rule, { beyond }]) => (beyond > 0 ? [[rule, beyond]] : [])),
    );
    for (const [key, alert] of this.#kept) {
      this.#settle(key, alert, to.get(alert.rule), seen.has(key), nowMs);
      yield;
    }
    this.#forgetEnds();
  }

  /** While a webhook does not answer, the ends that it is to be told of add up. */
  #forgetEnds(): void {
    const over = [...this.#kept].filter(([, { resolvedMs }]) => resolvedMs !== null);
    for (const [key] of over.slice(0, Math.max(0, over.length - ALERT_LIMITS.kept))) this.#kept.delete(key);
  }

  /** What a webhook has yet to be told; null for nothing. */
  newsFor(webhook: string, { rules, repeatMs }: AlertSettings, nowMs: number): News | null {
    const own = new Set(rules.flatMap(({ name, to }) => (to.includes(webhook) ? [name] : [])));
    const lists: Record<NewsList, KeptAlert[]> = { firing: [], reminders: [], resolved: [] };
    let sinceMs = Number.POSITIVE_INFINITY;
    for (const alert of this.#kept.values()) {
      const news = own.has(alert.rule) ? newsOf(alert, webhook, repeatMs, nowMs) : null;
      if (news === null) continue;
      lists[news.list].push(alert);
      sinceMs = Math.min(sinceMs, news.atMs);
    }
    if (sinceMs === Number.POSITIVE_INFINITY) return null;
    const beyond = [...own].reduce((sum, rule) => sum + (ownValue(this.#beyond, rule) ?? 0), 0);
    return { ...lists, beyond, sinceMs };
  }

  /** Note that a webhook is being told. */
  setTold(webhook: string, { firing, reminders, resolved }: News, nowMs: number): void {
    for (const alert of [...firing, ...reminders]) {
      this.#kept.set(alertKey(alert), { ...alert, told: { ...alert.told, [webhook]: nowMs } });
    }
    for (const alert of resolved) {
      const { [webhook]: _, ...told } = alert.told;
      if (Object.keys(told).length === 0) this.#kept.delete(alertKey(alert));
      else this.#kept.set(alertKey(alert), { ...alert, told });
    }
  }

  /** An alert of a rule that is gone goes with it. One that is over stays until all are told who were told of it. */
  #settle(
    key: string,
    alert: KeptAlert,
    to: readonly string[] | undefined,
    isSeen: boolean,
    nowMs: number,
  ): void {
    if (to === undefined) {
      this.#kept.delete(key);
      return;
    }
    if (isSeen) return;
    const told = Object.fromEntries(Object.entries(alert.told).filter(([name]) => to.includes(name)));
    if (Object.keys(told).length === 0) this.#kept.delete(key);
    else this.#kept.set(key, { ...alert, told, resolvedMs: alert.resolvedMs ?? nowMs });
  }
}

/** Where an alert stands with a webhook, and since when; null where there is nothing to tell. */
function newsOf(
  { told, resolvedMs, firedMs }: KeptAlert,
  webhook: string,
  repeatMs: number,
  nowMs: number,
): { readonly list: NewsList; readonly atMs: number } | null {
  const toldMs = ownValue(told, webhook);
  if (toldMs === undefined) return resolvedMs === null ? { list: 'firing', atMs: firedMs } : null;
  if (resolvedMs !== null) return { list: 'resolved', atMs: resolvedMs };
  const atMs = toldMs + repeatMs;
  return repeatMs > 0 && atMs <= nowMs ? { list: 'reminders', atMs } : null;
}

function toldAt(webhooks: readonly string[], nowMs: number): Readonly<Record<string, number>> {
  return Object.fromEntries(webhooks.map((name) => [name, nowMs]));
}

function began(alert: FoundAlert, told: Readonly<Record<string, number>>, nowMs: number): KeptAlert {
  return { ...alert, firedMs: nowMs, resolvedMs: null, told };
}
