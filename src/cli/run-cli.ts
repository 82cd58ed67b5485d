/** Reads the command line and runs one command. */
import yargs, { type CommandModule } from 'yargs';
import { didYouMean } from '../platform/base/nearest.ts';
import { VERSION } from '../platform/base/version.ts';
import { EXIT, ExitError } from './exit.ts';
import { describeUsageProblem } from './usage-problem.ts';

/** In the order of the help. Each is loaded when it is called: with all of them, short ones take half as long again. */
const MODULES = {
  status: async () => (await import('./commands/status.ts')).statusCommand,
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  render: async () => (await import('./commands/render.ts')).renderCommand,
  check: async () => (await import('./commands/check.ts')).checkCommand,
  dev: async () => (await import('./commands/dev.ts')).devCommand,
  panels: async () => (await import('./commands/panels.ts')).panelsCommand,
  config: async () => (await import('./commands/config.ts')).configCommand,
  repo: async () => (await import('./commands/repo.ts')).repoCommand,
  state: async () => (await import('./commands/state.ts')).stateCommand,
  token: async () => (await import('./commands/token.ts')).tokenCommand,
  init: async () => (await import('./commands/init.ts')).initCommand,
  bench: async () => (await import('./commands/bench.ts')).benchCommand,
  health: async () => (await import('./commands/health.ts')).healthCommand,
};
const COMMANDS = Object.keys(MODULES) as (keyof typeof MODULES)[];
const GROUPS = {
  config: ['check', 'pull', 'push', 'history', 'undo'],
  repo: ['init', 'check', 'pack'],
  state: ['show', 'check', 'export', 'import'],
} as const;

/** The command that a line calls; all where it calls none, for the list of the help, and for what was probably meant. */
async function loadCommands([word = 'status']: readonly string[]): Promise<CommandModule[]> {
  const called = COMMANDS.filter((name) => name === word);
  const modules = (called.length > 0 ? called : COMMANDS).map((name) => MODULES[name]());
  return (await Promise.all(modules)) as CommandModule[];
}

/** Options that may be repeated. */
const REPEATABLE: ReadonlySet<string> = new Set(['params', 'also', 'upstream', 'data']);

/** Options whose value may be left out; their command says when. */
const VALUE_OPTIONAL: ReadonlySet<string> = new Set(['revoke']);

/**
 * Refuse options that occur twice or without a value.
 * @throws {ExitError} 64
 */
function refuseUnclear(args: Readonly<Record<string, unknown>>): true {
  for (const [name, value] of Object.entries(args)) {
    const isOption = name !== '_' && name !== '$0' && name.length > 1;
    const problem = isOption && !REPEATABLE.has(name) ? unclear(value) : null;
    if (problem === null || (value === '' && VALUE_OPTIONAL.has(name))) continue;
    throw new ExitError(EXIT.usage, `--${name}: ${problem}`);
  }
  return true;
}

function unclear(value: unknown): string | null {
  if (Array.isArray(value)) return 'expected once, got it several times';
  return value === '' ? 'expected a value, got none' : null;
}

/**
 * `help`, and `help` in front of a command, as the option that yargs knows.
 * @throws {ExitError} 64 for help about a command that does not exist
 */
function askedForHelp(args: readonly string[]): readonly string[] {
  const [first, second, ...others] = args;
  if (first !== 'help') return args;
  if (second === undefined) return ['--help'];
  if (second.startsWith('-') || COMMANDS.some((name) => name === second)) {
    return [second, ...others, '--help'];
  }
  const problem = `there is no command "${second}"${didYouMean(second, COMMANDS)}`;
  throw new ExitError(EXIT.usage, `${problem}\nSee: stipple --help`);
}

/** Names of the known options. */
function knownOptions(parser: unknown): readonly string[] {
  // Missing in its types, but documented.
  const { key } = (parser as { getOptions(): { key: Readonly<Record<string, unknown>> } }).getOptions();
  return Object.keys(key);
}

/**
 * Before it runs a command, yargs writes the help of it, in case that fails: a sixth of the time of a short one. Ours name what
 * is wrong, and show no help.
 */
function keepNoHelp(parser: unknown): void {
  type Internal = { getInternalMethods(): { getUsageInstance(): { cacheHelpMessage(): void } } };
  (parser as Internal).getInternalMethods().getUsageInstance().cacheHelpMessage = () => {};
}

/**
 * Run the command line.
 * @throws {ExitError} 1 for what went wrong, 64 for a wrong command line, 78 for a config that cannot be used
 */
export async function runCli(args: readonly string[]): Promise<void> {
  const line = askedForHelp(args);
  const parser = yargs([...line]);
  if (!line.some((word) => word === '--help' || word === '-h')) keepNoHelp(parser);
  await parser
    .scriptName('stipple')
    .locale('en')
    .usage('$0 [command]\n\nA render server for e-ink displays.')
    .version(VERSION)
    .alias('h', 'help')
    .strict()
    .demandCommand(0, 1)
    .recommendCommands()
    .exitProcess(false)
    .showHelpOnFail(false)
    .wrap(Math.min(100, process.stdout.columns ?? 80))
    .check(refuseUnclear)
    .command(await loadCommands(line))
    .fail((message, error) => {
      // Commands report errors by throwing; yargs itself gives only a message.
      const isUsage = error === undefined || error?.name === 'YError';
      if (!isUsage) throw error;
      const known = { options: knownOptions(parser), commands: COMMANDS, groups: GROUPS };
      const problem = describeUsageProblem(message ?? error.message, args, known);
      throw new ExitError(EXIT.usage, `${problem}\nSee: stipple --help`);
    })
    .parseAsync();
}
