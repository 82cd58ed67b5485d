/** Reads the `alerts` section: what somebody is told of, where, and how often. */
import type { RuleNumber } from '../../domain/alert-kinds/kind.ts';
import { ALERT_KINDS, type AlertKind, type AlertRule, kindOf } from '../../domain/alert-kinds/kinds.ts';
import { ALERT_LIMITS } from '../../domain/alert-limits.ts';
import type { AlertSettings } from '../../domain/alert-rule.ts';
import { didYouMean } from '../../platform/base/nearest.ts';
import type { Findings } from '../../platform/yaml/findings.ts';
import { mapNode } from '../../platform/yaml/make-node.ts';
import { MapReader, textOfScalar } from '../../platform/yaml/map-reader.ts';
import type { YamlEntry, YamlMap } from '../../platform/yaml/node.ts';
import { readEntries } from './entries.ts';
import { ALERT_KEYS, ALERT_RULE_KEYS, ALERTS } from './keys.ts';
import { readDuration } from './read-duration.ts';
import { readSelector } from './read-selector.ts';
import { isAlertName, readWebhooks, type Webhooks } from './read-webhooks.ts';

/** The section, and what is secret of it. */
export interface ReadAlerts {
  readonly settings: AlertSettings;
  readonly access: Webhooks['access'];
}

type RuleReader = MapReader<string>;

const EMPTY = mapNode([], { line: 1, column: 1 });

const RULES_PATH = `${ALERTS}.rules`;
const RULES = {
  path: RULES_PATH,
  keys: ALERT_RULE_KEYS,
  strictness: 'skip',
  most: ALERT_LIMITS.rules,
  isNamed: (entry: YamlEntry, findings: Findings) => isAlertName(RULES_PATH, entry, findings),
} as const;

/** Read the section. What a number should be is guessed where it cannot be used, with a warning. */
export function readAlerts(written: YamlMap | undefined, findings: Findings): ReadAlerts {
  const section = written ?? EMPTY;
  const reader = new MapReader(section, { path: ALERTS, keys: ALERT_KEYS, findings, strictness: 'skip' });
  const { shown, access } = readWebhooks(reader.map('webhooks') ?? EMPTY, findings);
  const rules = readEntries(reader.map('rules') ?? EMPTY, RULES, findings, (rule, entry) => {
    const read = readRule(rule, entry);
    for (const name of read?.to ?? []) if (!shown.has(name)) warnOfNoWebhook(rule, entry, name, shown);
    return read;
  });
  const settings = {
    webhooks: shown,
    rules,
    digestMs: readDuration(reader, 'digest', { min: '0', max: '1d', fallback: '5m' }),
    repeatMs: readDuration(reader, 'repeat', { min: '0', max: '365d', fallback: '1d' }),
  };
  return { settings, access };
}

function readRule(reader: RuleReader, entry: YamlEntry): AlertRule | undefined {
  const when = readWhen(reader);
  const selector = readSelector(reader);
  if (when === undefined) return undefined;
  warnOfIdle(reader, entry, when);
  const head = {
    name: entry.key,
    to: readTo(reader),
    match: hasMatch(when) ? (selector?.match ?? null) : null,
  };
  return { ...head, when, ...readNumbers(reader, when) } as AlertRule;
}

/** A repo is no device. */
function hasMatch(when: AlertKind): boolean {
  return kindOf(when).subject !== 'repo';
}

function readNumbers(reader: RuleReader, when: AlertKind): Readonly<Record<string, number | null>> {
  const { numbers, settle } = kindOf(when);
  const values = Object.fromEntries(
    Object.entries(numbers).map(([key, row]) => [row.field, readNumber(reader, key, row)]),
  );
  return settle?.(values) ?? values;
}

function readNumber(reader: RuleReader, key: string, row: RuleNumber): number | null {
  return row.kind === 'time'
    ? readDuration(reader, key, row)
    : (reader.number(key, row.min, row.max) ?? row.fallback);
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

function warnOfNoWebhook(
  { findings, path }: RuleReader,
  rule: YamlEntry,
  name: string,
  webhooks: Webhooks['shown'],
): void {
  const hint = didYouMean(name, webhooks.keys(), findings.comparisons);
  findings.warn(rule, `${path}.to: there is no webhook ${JSON.stringify(name.slice(0, 80))}${hint}`);
}

function warnOfIdle(reader: RuleReader, { value }: YamlEntry, when: AlertKind): void {
  const known = ['when', 'to', ...(hasMatch(when) ? ['match'] : []), ...Object.keys(kindOf(when).numbers)];
  for (const entry of value.kind === 'map' ? value.entries : []) {
    const isOfOthers = ALERT_RULE_KEYS.includes(entry.key) && !known.includes(entry.key);
    if (isOfOthers) {
      reader.findings.warn(entry, `${reader.pathOf(entry.key)}: no effect with \`when: ${when}\``);
    }
  }
}
