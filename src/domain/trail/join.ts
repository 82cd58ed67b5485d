/** Makes of the lines of a trail, which several servers have written, one step for each poll with what came of it. */
import type { DrawnStep, ImageStep, PollStep, TrailStep } from './entries.ts';
import { expand, type Repeat, readTrailLine, repeats } from './lines.ts';

/** Clocks of servers differ a little: a call may seem to come before the poll that told of its picture. */
const SKEW_MS = 5_000;

/** What is left of a trail when its lines are joined. */
export type JoinedStep = Exclude<TrailStep, DrawnStep>;

/** Join lines, in any order. @returns the steps, the oldest first */
export function joinTrail(lines: readonly string[]): readonly JoinedStep[] {
  const read = lines.flatMap((text) => readTrailLine(text) ?? []).sort((a, b) => a.atMs - b.atMs);
  return fold(attach(read.flatMap(withoutRepeats())));
}

/** Makes a function that puts a poll in the place of each repeat; one whose poll is not there any more is left out. */
function withoutRepeats(): (step: TrailStep | Repeat) => readonly TrailStep[] {
  let polls: readonly PollStep[] = [];
  return (step) => {
    if (step.kind === 'poll') polls = [...polls.slice(-3), step];
    if (step.kind !== 'repeat') return [step];
    const before = polls.findLast(({ picture }) => picture?.startsWith(step.prefix) === true);
    return before === undefined ? [] : [expand(step, before)];
  };
}

/** Give each poll the calls for its picture, and its drawing. A call goes to the last poll that told of its picture. */
function attach(steps: readonly TrailStep[]): readonly JoinedStep[] {
  const polls = steps.filter((step) => step.kind === 'poll');
  const images = new Map<PollStep, ImageStep[]>();
  const drawn = new Map<PollStep, DrawnStep>();
  const pollOf = ({ picture, atMs }: ImageStep | DrawnStep): PollStep | undefined =>
    polls.findLast((poll) => poll.picture === picture && poll.atMs <= atMs + SKEW_MS);
  const left = steps.filter((step) => {
    if (step.kind === 'drawn') {
      const poll = pollOf(step);
      if (poll !== undefined) drawn.set(poll, step);
      return false;
    }
    if (step.kind !== 'image') return true;
    const poll = pollOf(step);
    if (poll === undefined) return true;
    images.set(poll, [...(images.get(poll) ?? []), step]);
    return false;
  }) as readonly JoinedStep[];
  return left.map((step) => {
    if (step.kind !== 'poll') return step;
    const drawing = step.drawing ?? drawn.get(step)?.drawing ?? null;
    return { ...step, drawing, images: [...step.images, ...(images.get(step) ?? [])] };
  });
}

/** Polls without news that follow each other are one step. */
function fold(steps: readonly JoinedStep[]): readonly JoinedStep[] {
  const folded: JoinedStep[] = [];
  for (const step of steps) {
    const before = folded.at(-1);
    if (before?.kind !== 'poll' || step.kind !== 'poll' || !folds(step, before)) folded.push(step);
    else {
      const { lastMs, batteryVoltage, percentCharged, rssi } = step;
      const readings = { batteryVoltage, percentCharged, rssi };
      folded[folded.length - 1] = {
        ...before,
        ...readings,
        lastMs,
        count: before.count + 1,
        requestId: null,
      };
    }
  }
  return folded;
}

/** Polls in quick succession are told one by one: a device that is well does not call so often. */
const QUICK_MS = 60_000;

function folds(step: PollStep, before: PollStep): boolean {
  const isQuiet = before.decision === step.decision && before.images.length + step.images.length === 0;
  return isQuiet && step.atMs - before.lastMs >= QUICK_MS && repeats(step, before);
}
