/** The kinds of alerts. A new one is a file of this folder, and its line here. */
import type { Selector } from '../selector.ts';
import { BATTERY } from './battery.ts';
import { FAILING } from './failing.ts';
import type {
  AlertKindRow,
  AskedHistory,
  Judgement,
  RuleNumbers,
  RuleValues,
  SubjectFacts,
  SubjectKind,
} from './kind.ts';
import { LATE } from './late.ts';
import { REPO_OFFLINE } from './repo-offline.ts';
import { WEAK_WIFI } from './weak-wifi.ts';

/** In the order in which they are listed. */
const KINDS = {
  late: LATE,
  battery: BATTERY,
  failing: FAILING,
  repo_offline: REPO_OFFLINE,
  weak_wifi: WEAK_WIFI,
};

type Kinds = typeof KINDS;

/** What a rule can look for. */
export type AlertKind = keyof Kinds;

export const ALERT_KINDS = Object.keys(KINDS) as readonly AlertKind[];

/** A kind without the types of its numbers. */
export type AnyKind = { [Subject in SubjectKind]: AlertKindRow<Subject, RuleNumbers> }[SubjectKind];

/** What the file of a kind says. */
export function kindOf(kind: AlertKind): AnyKind {
  return KINDS[kind];
}

interface RuleHead {
  readonly name: string;
  /** Null for all devices. */
  readonly match: Selector | null;
  /** Names of webhooks. */
  readonly to: readonly string[];
}

/** A rule: what somebody wants to be told of. */
export type AlertRule = {
  [Kind in AlertKind]: RuleHead & { readonly when: Kind } & RuleValues<Kinds[Kind]['numbers']>;
}[AlertKind];

/** A rule about subjects of one sort. */
export type RuleAbout<Subject extends SubjectKind> = Extract<
  AlertRule,
  { readonly when: { [Kind in AlertKind]: Kinds[Kind]['subject'] extends Subject ? Kind : never }[AlertKind] }
>;

/** The rules about subjects of one sort. */
export function rulesAbout<Subject extends SubjectKind>(
  subject: Subject,
  rules: readonly AlertRule[],
): readonly RuleAbout<Subject>[] {
  return rules.filter((rule): rule is RuleAbout<Subject> => kindOf(rule.when).subject === subject);
}

/** Whether a subject is as a rule says. */
export function judge<Subject extends SubjectKind>(
  rule: RuleAbout<Subject>,
  facts: SubjectFacts[Subject],
): Judgement {
  // No type says that a rule has the numbers of the kind that it names.
  const kind = kindOf(rule.when) as AlertKindRow<Subject, RuleNumbers>;
  return kind.judge(rule as never, facts);
}

/** What a rule asks of the history of devices. */
export function askedHistory(rule: AlertRule): AskedHistory {
  return kindOf(rule.when).asks?.(rule as never) ?? {};
}
