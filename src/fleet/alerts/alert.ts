/** Alerts: that something is as a rule says, of one subject each. */
import type { JudgedAlert, SubjectKind } from '../../domain/alert-kinds/kind.ts';
import { type AlertKind, type AlertRule, kindOf } from '../../domain/alert-kinds/kinds.ts';
import { ALERT_LIMITS } from '../../domain/alert-limits.ts';
import { oneLine } from '../../platform/base/one-line.ts';
import type { PlainObject } from '../../platform/base/plain.ts';

/** What an alert can be about. */
export const SUBJECT_KINDS = ['device', 'screen', 'repo'] as const satisfies readonly SubjectKind[];

export interface AlertSubject {
  readonly kind: SubjectKind;
  /** MAC address, screen, or handle. */
  readonly key: string;
  /** For people. */
  readonly name: string;
}

/** An alert as a look finds it. */
export interface FoundAlert {
  /** Name of its rule. */
  readonly rule: string;
  readonly when: AlertKind;
  readonly subject: AlertSubject;
  /** Since when it is so, or is known to be so; in ms since 1970. */
  readonly sinceMs: number;
  /** One line for people. */
  readonly text: string;
  /** The numbers of the text, for programs. */
  readonly facts: PlainObject;
}

/** What a look has found of one rule. */
export interface FoundByRule {
  readonly alerts: readonly FoundAlert[];
  /** Alerts beyond those that are known one by one. */
  readonly beyond: number;
}

export type Found = ReadonlyMap<string, FoundByRule>;

/** An alert that was found before. */
export interface KeptAlert extends FoundAlert {
  /** When it was found first. */
  readonly firedMs: number;
  /** When it was not found any more; null while it fires. */
  readonly resolvedMs: number | null;
  /** When each webhook last got the alert, by the name of the webhook. */
  readonly told: Readonly<Record<string, number>>;
}

/**
 * Make the alert of a subject, without what could draw on a terminal or break its line.
 * @param subject with its name as somebody else has written it
 * @param sinceMs since when it is so
 */
export function foundAlert(
  rule: AlertRule,
  subject: AlertSubject,
  judged: JudgedAlert,
  sinceMs: number,
): FoundAlert {
  const name = oneLine(subject.name, ALERT_LIMITS.nameCharacters);
  return {
    rule: rule.name,
    when: rule.when,
    subject: { ...subject, name },
    sinceMs,
    text: oneLine(judged.text(name), ALERT_LIMITS.textCharacters),
    facts: judged.facts,
  };
}

/** What is said of an alert that is over. */
export function resolvedText({ when, subject }: Pick<FoundAlert, 'when' | 'subject'>): string {
  return kindOf(when).over(subject.name);
}

/** Names an alert among all. */
export function alertKey({ rule, subject: { key } }: Pick<FoundAlert, 'rule' | 'subject'>): string {
  return `${rule} ${key}`;
}
