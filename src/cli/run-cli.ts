/** Reads the command line and runs one command. */
import yargs, { type CommandModule } from 'yargs';
import { didYouMean } from '../platform/base/nearest.ts';
import { VERSION } from '../platform/base/version.ts';
import { benchCommand } from './commands/bench.ts';
import { checkCommand } from './commands/check.ts';
import { configCommand } from './commands/config.ts';
import { devCommand } from './commands/dev.ts';
import { healthCommand } from './commands/health.ts';
import { initCommand } from './commands/init.ts';
import { panelsCommand } from './commands/panels.ts';
import { renderCommand } from './commands/render.ts';
import { repoCommand } from './commands/repo.ts';
import { serveCommand } from './commands/serve.ts';
import { stateCommand } from './commands/state.ts';
import { statusCommand } from './commands/status.ts';
import { tokenCommand } from './commands/token.ts';
import { EXIT, ExitError } from './exit.ts';
import { describeUsageProblem } from './usage-problem.ts';

/** In the order of the help. */
const MODULES = [
  statusCommand,
  serveCommand,
  renderCommand,
  checkCommand,
  devCommand,
  panelsCommand,
  configCommand,
  repoCommand,
  stateCommand,
  tokenCommand,
  initCommand,
  benchCommand,
  healthCommand,
] as readonly CommandModule[];
const COMMANDS = MODULES.map(nameOf);
const GROUPS = {
  config: ['check', 'pull', 'push', 'history', 'undo'],
  repo: ['init', 'check', 'pack'],
  state: ['show', 'check', 'export', 'import'],
} as const;

/** The word by which a command is called. */
function nameOf({ command = [] }: CommandModule): string {
  return [command].flat()[0]?.split(' ')[0] ?? '';
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
  if (second.startsWith('-') || COMMANDS.includes(second)) {
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
 * Run the command line.
 * @throws {ExitError} 1 for what went wrong, 64 for a wrong command line, 78 for a config that cannot be used
 */
export async function runCli(args: readonly string[]): Promise<void> {
  const parser = yargs([...askedForHelp(args)]);
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
    .command([...MODULES])
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
