/** Reads the `alerts` section: what somebody is told of, where, and how often. */
import { ALERT_LIMITS } from '../../domain/alert-limits.ts';
import { ALERT_KINDS, type AlertKind, type AlertRule, type AlertSettings } from '../../domain/alert-rule.ts';
import { didYouMean } from '../../platform/base/nearest.ts';
import type { Findings } from '../../platform/yaml/findings.ts';
import { mapNode } from '../../platform/yaml/make-node.ts';
import { asMap, MapReader, textOfScalar } from '../../platform/yaml/map-reader.ts';
import type { YamlEntry, YamlMap } from '../../platform/yaml/node.ts';
import { ALERT_KEYS, ALERT_RULE_KEYS, ALERTS } from './keys.ts';
import { readDuration } from './read-duration.ts';
import { isGroupName } from './read-groups.ts';
import { readSelector } from './read-selector.ts';
import { readWebhooks, type Webhooks } from './read-webhooks.ts';

/** The section, and what is secret of it. */
export interface ReadAlerts {
  readonly settings: AlertSettings;
  readonly access: Webhooks['access'];
}

type RuleKey = (typeof ALERT_RULE_KEYS)[number];
type RuleReader = MapReader<RuleKey>;

const MINUTE_MS = 60_000;
const DEFAULT_DIGEST_MS = 5 * MINUTE_MS;
const DEFAULT_REPEAT_MS = 1_440 * MINUTE_MS;
const EMPTY = mapNode([], { line: 1, column: 1 });

/** The keys of each kind of rule, besides those of all. */
const KEYS_OF: Readonly<Record<AlertKind, readonly RuleKey[]>> = {
  late: ['match', 'refreshes', 'at_least'],
  battery: ['match', 'below', 'days_left'],
  failing: ['match', 'for'],
  repo_offline: ['for'],
  weak_wifi: ['match', 'below', 'for'],
};

/** Read the section. What a number should be is guessed where it cannot be used, with a warning. */
export function readAlerts(written: YamlMap | undefined, findings: Findings): ReadAlerts {
  const section = written ?? EMPTY;
  const reader = new MapReader(section, { path: ALERTS, keys: ALERT_KEYS, findings, strictness: 'skip' });
  const { shown, access } = readWebhooks(reader.map('webhooks') ?? EMPTY, findings);
  const { entries } = reader.map('rules') ?? EMPTY;
  const beyond = entries[ALERT_LIMITS.rules];
  if (beyond !== undefined) {
    const message = `${ALERTS}.rules: expected at most ${ALERT_LIMITS.rules}, got ${entries.length}`;
    findings.problem(beyond, message);
  }
  const rules = entries.flatMap((entry) => readRule(entry, findings) ?? []);
  for (const { name, to } of rules) {
    const place = entries.find(({ key }) => key === name) ?? section;
    for (const webhook of to.filter((one) => !shown.has(one))) {
      const hint = didYouMean(webhook, shown.keys(), findings.comparisons);
      const got = JSON.stringify(webhook.slice(0, 80));
      findings.warn(place, `${ALERTS}.rules.${name}.to: there is no webhook ${got}${hint}`);
    }
  }
  const settings = {
    webhooks: shown,
    rules,
    digestMs: readDuration(reader, 'digest', '0', '1d') ?? DEFAULT_DIGEST_MS,
    repeatMs: readDuration(reader, 'repeat', '0', '365d') ?? DEFAULT_REPEAT_MS,
  };
  return { settings, access };
}

function readRule(entry: YamlEntry, findings: Findings): AlertRule | undefined {
  const path = `${ALERTS}.rules.${entry.key.slice(0, 80)}`;
  if (!isGroupName(entry.key)) {
    findings.problem(entry, `${path}: expected a name of letters, digits, \`.\`, \`_\` and \`-\``);
    return undefined;
  }
  const map = asMap(entry.value, path, findings);
  if (map === undefined) return undefined;
  const reader: RuleReader = new MapReader(map, {
    path,
    keys: ALERT_RULE_KEYS,
    findings,
    strictness: 'skip',
  });
  const when = readWhen(reader);
  const selector = readSelector(reader);
  if (when === undefined) return undefined;
  warnOfIdle(reader, map, when);
  const head = { name: entry.key, to: readTo(reader), match: selector?.match ?? null };
  return completed(head, when, reader);
}

function completed(
  head: Pick<AlertRule, 'name' | 'to' | 'match'>,
  when: AlertKind,
  reader: RuleReader,
): AlertRule {
  const lasts = (byDefault: number, min: string, max: string): number =>
    readDuration(reader, 'for', min, max) ?? byDefault;
  switch (when) {
    case 'late': {
      const atLeastMs = readDuration(reader, 'at_least', '0', '365d') ?? 30 * MINUTE_MS;
      return { ...head, when, refreshes: reader.number('refreshes', 1, 1_000) ?? 3, atLeastMs };
    }
    case 'battery': {
      const below = reader.number('below', 1, 100) ?? null;
      const daysLeft = reader.number('days_left', 1, 365) ?? null;
      return { ...head, when, below: below ?? (daysLeft === null ? 15 : null), daysLeft };
    }
    case 'failing':
      return { ...head, when, forMs: lasts(30 * MINUTE_MS, '0', '365d') };
    case 'repo_offline':
      return { ...head, match: null, when, forMs: lasts(60 * MINUTE_MS, '0', '365d') };
    case 'weak_wifi': {
      const below = reader.number('below', -120, -1) ?? -80;
      return { ...head, when, below, forMs: lasts(720 * MINUTE_MS, '1h', '7d') };
    }
  }
}

/** Nobody can guess what else was meant. */
function readWhen(reader: RuleReader): AlertKind | undefined {
  const text = reader.text('when');
  const when = ALERT_KINDS.find((kind) => kind === text);
  if (when !== undefined) return when;
  const got = text === undefined ? 'nothing' : JSON.stringify(text.slice(0, 80));
  const hint = text === undefined ? '' : didYouMean(text, ALERT_KINDS, reader.findings.comparisons);
  const message = `${reader.pathOf('when')}: expected one of ${ALERT_KINDS.join(', ')}, got ${got}${hint}`;
  reader.findings.problem(reader.positionOf('when'), message);
  return undefined;
}

/** One webhook, or a list of some. */
function readTo(reader: RuleReader): readonly string[] {
  const node = reader.node('to');
  if (node === undefined) {
    reader.findings.warn(reader.position, `${reader.path}: nobody is told; expected \`to\` with a webhook`);
    return [];
  }
  const names = node.kind === 'list' ? node.items.map(textOfScalar) : [textOfScalar(node)];
  const usable = names.flatMap((name) => (name === undefined || name.trim() === '' ? [] : [name.trim()]));
  if (usable.length < names.length || usable.length > ALERT_LIMITS.webhooks) {
    reader.reject('to', node, 'the name of a webhook, or a list of names');
    return [];
  }
  return [...new Set(usable)];
}

function warnOfIdle(reader: RuleReader, map: YamlMap, when: AlertKind): void {
  const known: readonly string[] = ['when', 'to', ...KEYS_OF[when]];
  for (const entry of map.entries) {
    const isOfOthers =
      (ALERT_RULE_KEYS as readonly string[]).includes(entry.key) && !known.includes(entry.key);
    if (isOfOthers)
      reader.findings.warn(entry, `${reader.pathOf(entry.key)}: no effect with \`when: ${when}\``);
  }
}
