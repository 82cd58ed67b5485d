/**
 * Runs the command again and again in one process, each time with a folder, arguments and an environment of its own, as its
 * parent tells it by messages. Its modules are loaded once, which is most of what a short command costs.
 */
import { MAIN, type Order, type Outcome } from './stipple.ts';

const printed = { out: '', err: '' };

/** Keep what is written in the place of writing it. */
function keep(stream: NodeJS.WriteStream, name: 'out' | 'err'): void {
  stream.write = ((chunk: string | Uint8Array, ...others: unknown[]): boolean => {
    printed[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    const done = others.at(-1);
    if (typeof done === 'function') process.nextTick(done as () => void);
    return true;
  }) as typeof stream.write;
}

let runs = 0;

async function run({ cwd, args, env }: Order): Promise<Outcome> {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (!name.startsWith('NODE_')) delete process.env[name];
  Object.assign(process.env, env);
  process.argv.splice(2, Infinity, ...args);
  process.exitCode = undefined;
  Object.assign(printed, { out: '', err: '' });
  // Each query is a new module, so that it runs from its beginning; what it imports is there.
  await import(`file://${MAIN}?${++runs}`);
  return { code: Number(process.exitCode ?? 0), ...printed };
}

if (process.send !== undefined) {
  keep(process.stdout, 'out');
  keep(process.stderr, 'err');
  process.on('message', (order: Order) => run(order).then((outcome) => process.send?.(outcome)));
  process.on('disconnect', () => process.exit());
}
