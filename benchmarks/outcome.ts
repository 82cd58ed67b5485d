/** What became of a trial: its figures in a row of the table, and in the JSON file. */
import { goalFor, type MachineSpeed, PEER_GOALS, PEER_MACHINE, type PeerGoal } from './peers/goals.ts';
import { median, type TrialFigure } from './trial.ts';

export interface Outcome {
  readonly figure: TrialFigure;
  /** One of each process; not a number where it failed. */
  readonly values: readonly number[];
  /** The machine at that time; null where no goal depends on it. */
  readonly speed: MachineSpeed | null;
}

/** Where the plain loop got less of a core, other work took a part of the machine. */
const QUIET_SHARE = 0.95;

const WIDTHS = [58, 13, 18, 13, 18, 13, 8];

export const HEADING: string = row(['', 'Stipple', 'spread', 'byonk 0.6', 'asked', 'goal here', 'reached']);

/** Whether a figure has its row beside the peer. */
export function peerGoalOf({ name }: TrialFigure): PeerGoal | null {
  return Object.hasOwn(PEER_GOALS, name) ? (PEER_GOALS[name] ?? null) : null;
}

/** The goal for this machine; null where there is none. */
function goalHere({ figure, speed }: Outcome): number | null {
  const peer = peerGoalOf(figure);
  if (peer === null) return figure.goal ?? null;
  return speed === null ? null : goalFor(peer, figure.better, speed);
}

/** The middle of the processes; not a number where one of them failed. */
function typical({ values }: Outcome): number {
  return values.some(Number.isNaN) ? Number.NaN : median(values);
}

/** Null where there is no goal, or nothing to compare with it. A trial that failed has not reached it. */
function reached(outcome: Outcome): boolean | null {
  const goal = goalHere(outcome);
  if (goal === null) return null;
  const value = typical(outcome);
  return outcome.figure.better === 'lower' ? value <= goal : value >= goal;
}

/** One row of the table. */
export function outcomeRow(outcome: Outcome): string {
  const { figure, values } = outcome;
  const peer = peerGoalOf(figure);
  const show = (value: number | null | undefined): string =>
    value === null || value === undefined ? '' : `${format(value)} ${figure.unit}`;
  const isReached = reached(outcome);
  const value = typical(outcome);
  const failed = Number.isNaN(value);
  return row([
    figure.title,
    failed ? 'failed' : show(value),
    failed ? '' : `${format(Math.min(...values))} to ${format(Math.max(...values))}`,
    show(peer?.peer),
    peer?.asked ?? '',
    show(goalHere(outcome)),
    isReached === null ? '' : isReached ? 'yes' : 'NO',
  ]);
}

function format(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function row(columns: readonly string[]): string {
  return columns
    .map((text, index) => (index === 0 ? text.padEnd(WIDTHS[index] ?? 0) : text.padStart(WIDTHS[index] ?? 0)))
    .join(' ')
    .trimEnd();
}

/** How the goals beside the peer were scaled, in lines. */
export function scaleLines({ plainMpix, emptyNodeMs, coreShare }: MachineSpeed): readonly string[] {
  const { plainMpix: plainThere, emptyNodeMs: nodeThere } = PEER_MACHINE;
  const plain =
    plainMpix === null
      ? 'no C compiler (cc) was found, so the plain loop was not measured, and goals of the processor are unknown'
      : `the plain C loop makes ${plainMpix.toFixed(0)} Mpix/s here, ${plainThere} on the machine of the peer`;
  return [
    `Goals are scaled: processor speed by ${plain};`,
    `starts by an empty Node, ${emptyNodeMs.toFixed(0)} ms here, ${nodeThere} ms there. Bytes, memory and counts are not scaled.`,
    ...(coreShare === null || coreShare >= QUIET_SHARE ? [] : [busyLine(coreShare)]),
  ];
}

function busyLine(coreShare: number): string {
  const share = Math.round(coreShare * 100);
  return `The machine had other work: between the trials the plain loop got ${share} % of a core. Times and rates here are worse than they are by themselves.`;
}

/** The content of the JSON file. */
export function outcomeReport(
  machine: string,
  speed: MachineSpeed | null,
  outcomes: readonly Outcome[],
): object {
  return {
    machine,
    ...(speed === null ? {} : { yardsticks: { here: speed, peer: PEER_MACHINE } }),
    trials: outcomes.map((outcome) => {
      const { figure, values } = outcome;
      const { name, title, unit, better } = figure;
      const peer = peerGoalOf(figure);
      return {
        name,
        title,
        unit,
        better,
        median: typical(outcome),
        figures: values,
        goal: goalHere(outcome),
        reached: reached(outcome),
        ...(peer === null ? {} : { peer, yardsticks: outcome.speed }),
      };
    }),
  };
}
