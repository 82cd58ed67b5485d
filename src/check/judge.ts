/** Makes findings of what came out of running a screen on several displays. */
import path from 'node:path';
import { describeFailure, type Failure } from '../base/failure.ts';
import type { Result } from '../base/result.ts';
import type { Composed } from '../render/jobs.ts';
import { type Display, describeDisplay } from './displays.ts';
import { type Finding, findingOf, general, warningOf } from './finding.ts';
import { sampleFileOf } from './sample.ts';

/** A screen was run on a display. */
export interface Trial {
  readonly display: Display;
  readonly result: Result<Composed>;
}

/**
 * What the trials say, each thing once: a failure on some displays only names them.
 * @param refused requests that nothing answered
 * @param file    the script, for what names no file itself
 */
export function judgeTrials(trials: readonly Trial[], refused: readonly string[], file: string): Finding[] {
  const failures = groupFailures(trials).map(({ failure, displays }) => {
    const where = displays.length === trials.length ? '' : ` (on ${displays.join(', ')})`;
    const told = { ...failure, message: failure.message + where };
    // Without its data a script may well give up: that says nothing against it.
    const isOffline = refused.length > 0 && failure.code.startsWith('script_');
    return findingOf(told, file, isOffline ? 'note' : 'error');
  });
  const warned = trials.flatMap(({ result }) => (result.ok ? result.value.warnings : []));
  const warnings = new Map(warned.map((warning) => [describeFailure(warning), warning]));
  return [
    ...failures,
    ...[...warnings.values()].map((warning) => warningOf(warning, file)),
    ...refused.map((request) =>
      general(
        'note',
        file,
        `no answer to ${request}: ${path.basename(sampleFileOf(file))} can give one (docs/authoring.md)`,
      ),
    ),
  ];
}

/** What there is to say of the pictures of a screen, each thing once; what holds for some displays only names them. */
export function judgePictures(
  pictures: readonly { readonly display: Display; readonly findings: readonly Finding[] }[],
): Finding[] {
  const groups = new Map<string, { readonly finding: Finding; readonly displays: Display[] }>();
  for (const { display, findings } of pictures) {
    for (const finding of findings) {
      const key = JSON.stringify(finding);
      const group = groups.get(key) ?? { finding, displays: [] };
      group.displays.push(display);
      groups.set(key, group);
    }
  }
  return [...groups.values()].map(({ finding, displays }) => {
    if (displays.length === pictures.length) return finding;
    return { ...finding, message: `${finding.message} (on ${displays.map(describeDisplay).join(', ')})` };
  });
}

interface FailureGroup {
  readonly failure: Failure;
  readonly displays: string[];
}

function groupFailures(trials: readonly Trial[]): FailureGroup[] {
  const groups = new Map<string, FailureGroup>();
  for (const { display, result } of trials) {
    if (result.ok) continue;
    const key = describeFailure(result.error);
    const group = groups.get(key) ?? { failure: result.error, displays: [] };
    group.displays.push(describeDisplay(display));
    groups.set(key, group);
  }
  return [...groups.values()];
}
