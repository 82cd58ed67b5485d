/** Runs `stipple bench`: options, server, run, and what is made of the result. */
import { type BenchPlan, type PlanOptions, planBench, playsFleet, tooMuch } from '../../bench/plan.ts';
import { runBench } from '../../bench/run-bench.ts';
import { EXIT, ExitError } from '../exit.ts';
import { say } from '../output.ts';
import { stopSignal } from '../stop-signal.ts';
import { type BenchArguments, readNumber } from './arguments.ts';
import { readExpectations, tellResult } from './outcome.ts';
import { progressLine } from './progress.ts';
import { startTarget } from './start-target.ts';

/**
 * Run a bench.
 * @throws {ExitError} 1 for a server that cannot be measured or a limit that is not kept, 64 for a wrong command line
 */
export async function bench(args: BenchArguments): Promise<void> {
  refuseIdle(args);
  const plan = readPlan(args);
  const expectations = readExpectations(args);
  const signal = interrupted();
  const target = await startTarget(plan, args, signal);
  const line = progressLine(process.stderr);
  try {
    const problem = tooMuch(plan, target.devices.length);
    if (problem !== null) throw new ExitError(EXIT.usage, problem);
    const result = await runBench(plan, target, {
      signal,
      keepAlive: args['keep-alive'],
      onProgress: (progress) => line.show(progress),
    });
    line.end();
    await tellResult(result, args, expectations);
  } finally {
    line.end();
    await target.stop();
  }
}

function readPlan(args: BenchArguments): BenchPlan {
  const options: PlanOptions = {
    preset: args.preset,
    devices: readNumber('--devices', args.devices),
    screen: args.screen,
    fleet: args.fleet,
    refresh: readNumber('--refresh', args.refresh),
    rate: readNumber('--rate', args.rate),
    duration: readNumber('--duration', args.duration),
    warmUp: readNumber('--warm-up', args['warm-up']),
    cold: args.cold,
    hot: args.hot,
    seed: readNumber('--seed', args.seed),
  };
  const plan = planBench(options);
  if (!plan.ok) throw new ExitError(EXIT.usage, plan.error);
  return plan.value;
}

/** An option without effect is a mistake of the caller. */
function refuseIdle(args: BenchArguments): void {
  const problem = args.url === undefined ? idleOnOwnServer(args) : idleOnRunningServer(args);
  if (problem !== null) throw new ExitError(EXIT.usage, problem);
}

function idleOnOwnServer(args: BenchArguments): string | null {
  const { preset, also, 'token-file': tokenFile, fleet, screen, upstream } = args;
  if (also !== undefined) return '--also has no effect without --url';
  if (tokenFile !== undefined) return '--token-file has no effect without --url';
  if (!playsFleet(args)) return null;
  if (fleet && preset === 'fleet') return '--fleet has no effect with fleet, which is that fleet';
  if (screen !== undefined) return '--screen has no effect with the fleet, which has its own';
  if (upstream !== undefined)
    return '--upstream has no effect with the fleet, whose screens ask servers of the bench';
  return null;
}

function idleOnRunningServer(args: BenchArguments): string | null {
  const only = 'a server that runs already decides itself what devices show';
  if (args.screen !== undefined) return `--screen has no effect with --url: ${only}`;
  if (playsFleet(args)) return `fleet brings its own screens: leave out --url, as ${only}`;
  if (args.upstream !== undefined) return '--upstream has no effect with --url: that server asks whom it may';
  return null;
}

/** Aborted at Ctrl-C; what was measured is still shown. A second one ends the process. */
function interrupted(): AbortSignal {
  const controller = new AbortController();
  void stopSignal().then(() => {
    say.error('\nending; once more to end at once');
    controller.abort();
  });
  return controller.signal;
}
