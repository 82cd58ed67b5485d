/** Measures how fast this machine is now: the plain C loop, and the start of an empty Node. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';
import { median } from '../trial.ts';
import type { MachineSpeed } from './goals.ts';

const SOURCES = ['plain_time.c', 'plain_loop.c'].map((name) =>
  path.join(PACKAGE_ROOT, 'benchmarks/native', name),
);
const EMPTY_STARTS = 5;

/** Speeds between the trials. A machine that is shared changes its speed within minutes. */
export class Yardsticks {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'stipple-yardsticks-'));
  readonly #program = path.join(this.#folder, 'plain');
  readonly #seen: MachineSpeed[] = [];
  readonly #hasProgram: boolean;

  constructor() {
    this.#hasProgram = spawnSync('cc', ['-O2', ...SOURCES, '-o', this.#program]).status === 0;
  }

  measure(): MachineSpeed {
    const speed = { ...this.#plain(), emptyNodeMs: emptyNodeMs() };
    this.#seen.push(speed);
    return speed;
  }

  /** All that was measured. */
  get seen(): readonly MachineSpeed[] {
    return this.#seen;
  }

  stop(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #plain(): Pick<MachineSpeed, 'plainMpix' | 'coreShare'> {
    if (!this.#hasProgram) return { plainMpix: null, coreShare: null };
    const [plainMpix = 0, coreShare = 0] = spawnSync(this.#program, { encoding: 'utf8' })
      .stdout.split(' ')
      .map(Number);
    return { plainMpix, coreShare };
  }
}

function emptyNodeMs(): number {
  const figures = Array.from({ length: EMPTY_STARTS }, () => {
    const start = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    return performance.now() - start;
  });
  return median(figures);
}

/** The middle of several measurements. */
export function typicalSpeed(speeds: readonly MachineSpeed[]): MachineSpeed {
  const middle = (values: readonly number[]): number | null => (values.length === 0 ? null : median(values));
  return {
    plainMpix: middle(speeds.flatMap(({ plainMpix }) => plainMpix ?? [])),
    emptyNodeMs: median(speeds.map(({ emptyNodeMs }) => emptyNodeMs)),
    coreShare: middle(speeds.flatMap(({ coreShare }) => coreShare ?? [])),
  };
}
