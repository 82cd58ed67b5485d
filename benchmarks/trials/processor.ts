/**
 * Trials of what a call costs in processor time: of the main thread, which bounds the calls a second whatever the machine
 * has, and of all threads and processes. Other work on the machine changes these figures less than times.
 */
import { localMac } from '../../src/bench/virtual-device.ts';
import { Client, Device, type ServerProcess, withServer } from '../server-process.ts';
import { median, type Trial, type TrialFigure } from '../trial.ts';

/** Calls until V8 has compiled the code, and those of a round. */
interface Calls {
  readonly warmUp: number;
  readonly round: number;
}

const QUICK: Calls = { warmUp: 3_000, round: 500 };
const CYCLES: Calls = { warmUp: 400, round: 60 };
/** The median of some rounds leaves out those in which memory was collected, or a thread was started. */
const ROUNDS = 7;

type Work = (turn: number) => Promise<unknown>;

/** Processor time for a call in ms, of the main thread and in all. */
async function costsOf(
  server: ServerProcess,
  { warmUp, round }: Calls,
  work: Work,
): Promise<readonly [main: number, all: number]> {
  let turn = 0;
  const run = async (calls: number): Promise<void> => {
    for (let done = 0; done < calls; done += 1) await work(turn++);
  };
  await run(warmUp);
  const costs: { readonly main: number; readonly all: number }[] = [];
  for (let number = 0; number < ROUNDS; number += 1) {
    const [main, all] = [server.mainThreadMs(), server.processorMs()];
    await run(round);
    costs.push({ main: (server.mainThreadMs() - main) / round, all: (server.processorMs() - all) / round });
  }
  return [median(costs.map(({ main }) => main)), median(costs.map(({ all }) => all))];
}

function pair(name: string, what: string): readonly [TrialFigure, TrialFigure] {
  const figure = { unit: 'ms', better: 'lower' } as const;
  return [
    { ...figure, name: `main-thread-${name}`, title: `main thread, ${what}` },
    { ...figure, name: `processor-${name}`, title: `all threads, ${what}` },
  ];
}

function ratioFigure(name: string, what: string): TrialFigure {
  const title = `main thread, display, ${what}, in calls of /health`;
  return { name: `main-thread-${name}-ratio`, title, unit: '×', better: 'lower' };
}

const STILL = localMac(1);
const CHANGING = localMac(2);

export const PROCESSOR_TRIALS: readonly Trial[] = [
  {
    figures: [
      // Of one process and one moment, so that neither the machine nor other work on it matters much.
      ratioFigure('reused', 'nothing changed'),
      ratioFigure('fresh', 'run anew'),
      ...pair('health', '/health'),
      ...pair('display-reused', 'display, nothing changed'),
      ...pair('display-fresh', 'display, run anew, same picture'),
      ...pair('display-new', 'display, new picture, not fetched'),
      ...pair('cycle', 'display and image, new picture'),
    ],
    run: () =>
      withServer(
        async (server) => {
          const client = new Client(server.port);
          const still = new Device(server.port, STILL);
          const changing = new Device(server.port, CHANGING);
          const health = await costsOf(server, QUICK, () => client.fetch('/health', {}));
          const reused = await costsOf(server, QUICK, () => still.display(1));
          const fresh = await costsOf(server, QUICK, (turn) => still.display(turn));
          return [
            reused[0] / health[0],
            fresh[0] / health[0],
            ...health,
            ...reused,
            ...fresh,
            ...(await costsOf(server, QUICK, (turn) => changing.ask(turn))),
            // Pictures that nobody has been told yet.
            ...(await costsOf(server, CYCLES, async (turn) =>
              changing.image(await changing.display(20_000 + turn)),
            )),
          ];
        },
        // It reads the voltage, and shows another number: each call is run anew and gives the same picture.
        { [STILL]: { screen: 'board', params: { still: 4 } } },
      ),
  },
];
