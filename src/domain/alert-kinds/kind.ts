/** What a file of this folder says of a kind of alert: its numbers, its words, and when it fires. */
import type { PlainObject } from '../../platform/base/plain.ts';
import type { DeviceReport } from '../report.ts';
import type { Outage } from './outages.ts';

/** A number that rules of a kind have. Bounds and fallbacks of times are as people write them, their values are ms. */
export type RuleNumber = {
  /** The property that holds it. */
  readonly field: string;
  /** What it means, for the documentation; with its range where kinds differ in it. Markdown. */
  readonly about: string;
  /** What holds without it, for the documentation, where the fallback does not say it. Markdown. */
  readonly byDefault?: string;
} & (
  | { readonly kind: 'number'; readonly min: number; readonly max: number; readonly fallback: number | null }
  | { readonly kind: 'time'; readonly min: string; readonly max: string; readonly fallback: string }
);

export type RuleNumbers = Readonly<Record<string, RuleNumber>>;

/** What a rule holds of its numbers. */
export type RuleValues<Numbers extends RuleNumbers> = {
  readonly [Key in keyof Numbers as Numbers[Key]['field']]: null extends Numbers[Key]['fallback']
    ? number | null
    : number;
};

/** What was found in the history of a device. */
export interface Look {
  readonly atMs: number;
  /** The days that its battery will last; null where nobody knows. */
  readonly daysLeft: number | null;
  /** The median signal by the time that a rule asks for, in dBm. */
  readonly signals: ReadonlyMap<number, number | null>;
}

/** What a rule asks of the history of devices. */
export interface AskedHistory {
  readonly daysLeft?: boolean;
  /** The median signal of a time. It is read only where the signal is not far above `below`. */
  readonly signal?: { readonly below: number; readonly forMs: number };
}

/** What is known of a subject, by what an alert can be about. Reasons are one line each. */
export interface SubjectFacts {
  device: {
    readonly record: {
      readonly lastSeenMs: number;
      readonly toldRefreshSeconds: number | null;
      readonly report: DeviceReport;
    };
    readonly look: Look | null;
    readonly nowMs: number;
    readonly outages: readonly Outage[];
  };
  /** A screen that fails, on so many devices. */
  screen: {
    readonly devices: number;
    readonly sinceMs: number;
    readonly reason: string;
    readonly nowMs: number;
  };
  /** A screen repo that cannot be fetched, or whose commit is held back. */
  repo: { readonly sinceMs: number; readonly reason: string; readonly nowMs: number };
}

/** What an alert can be about. */
export type SubjectKind = keyof SubjectFacts;

/** That something is as a rule says. */
export interface JudgedAlert {
  /** Null where nobody knows; then it counts from now on. */
  readonly sinceMs: number | null;
  /** The numbers of the text, for programs. */
  readonly facts: PlainObject;
  /** One line for people. @param name  that of the subject */
  text(name: string): string;
}

/** `keep`: an alert that fires goes on, and none begins: it is in between, or nobody knows. */
export type Judgement = 'clear' | 'keep' | JudgedAlert;

export interface AlertKindRow<Subject extends SubjectKind, Numbers extends RuleNumbers> {
  readonly subject: Subject;
  /** What a rule can say, by its key in the config. */
  readonly numbers: Numbers;
  /** What it fires for and when that ends, for the documentation. Markdown. */
  readonly fires: string;
  readonly ends: string;
  /** Settle numbers of which one depends on others. */
  settle?(rule: RuleValues<Numbers>): RuleValues<Numbers>;
  /** What it has to know of the history of devices. */
  asks?(rule: RuleValues<Numbers>): AskedHistory;
  judge(rule: RuleValues<Numbers>, facts: SubjectFacts[Subject]): Judgement;
  /** What is said when it is over. */
  over(name: string): string;
}

/** Declare a kind of alert. */
export function alertKind<Subject extends SubjectKind, const Numbers extends RuleNumbers>(
  kind: AlertKindRow<Subject, Numbers>,
): AlertKindRow<Subject, Numbers> {
  return kind;
}
