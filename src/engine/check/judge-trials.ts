/** Makes findings from the results of a screen on several displays. */
import path from 'node:path';
import { describeFailure, type Failure } from '../../platform/base/failure.ts';
import type { Result } from '../../platform/base/result.ts';
import type { Composed } from '../jobs/jobs.ts';
import { type Display, describeDisplay } from './displays.ts';
import { type CheckFinding, findingOf, general, warningOf } from './finding.ts';
import { sampleFileOf } from './sample.ts';

/** The result of a screen on a display. */
export interface Trial {
  readonly display: Display;
  readonly result: Result<Composed>;
}

/**
 * The findings of the trials, each once: a failure on some displays only names these.
 * @param refused requests that nothing answered
 * @param file    the script, for what names no file itself
 */
export function judgeTrials(
  trials: readonly Trial[],
  refused: readonly string[],
  file: string,
): CheckFinding[] {
  const failures = groupFailures(trials).map(({ failure, displays }) => {
    const where = displays.length === trials.length ? '' : ` (on ${displays.join(', ')})`;
    const told = { ...failure, message: failure.message + where };
    // A script may fail without its data; that is not its fault.
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

/** The findings about the pictures of a screen, each once; a finding about some displays only names these. */
export function judgePictures(
  pictures: readonly { readonly display: Display; readonly findings: readonly CheckFinding[] }[],
): CheckFinding[] {
  const groups = new Map<string, { readonly finding: CheckFinding; readonly displays: Display[] }>();
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
