/** Every command line that the docs and the messages of the server show can be typed as it stands. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { PACKAGE_ROOT, VERSION } from '../../src/platform/base/version.ts';
import { finish, MAIN, startProgram } from '../support/processes/stipple.ts';

/** A command line, and where it stands. */
interface Shown {
  readonly where: string;
  readonly words: readonly string[];
}

const filesBelow = (folder: string, ending: string): string[] =>
  readdirSync(path.join(PACKAGE_ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => path.join(folder, name));

const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...['docs', 'deploy', 'assets', 'test'].flatMap((folder) => filesBelow(folder, '.md')),
];
const SOURCES = [...filesBelow('src', '.ts'), ...filesBelow('console', '.ts')];

/** What starts the command: itself, in a checkout, or in a container. */
const COMMAND = '(?:npx stipple|stipple|docker compose (?:exec|run)(?: -\\S+)* stipple node \\S+/main\\.js)';

/** Up to a comment, a pipe, a redirection or the next command. */
const END = /\s(?:#|\||>|<|&&|;|&)/;

function wordsOf(line: string): string[] {
  const end = END.exec(`${line} `)?.index ?? line.length;
  return line
    .slice(0, end)
    .split(/\s+/)
    .filter((word) => word !== '');
}

const IN_BLOCK = new RegExp(`^(?:\\$ *)?(?:[A-Z_]+=\\S* +)*(?:sudo +)?${COMMAND}(?: +(.*))?$`);
const IN_SENTENCE = new RegExp(`\`${COMMAND}((?: [^\`\n…]+)?)\``, 'g');

/** Lines of shell blocks that run the command, perhaps behind variables. */
function inBlocks(page: string): Shown[] {
  const text = readFileSync(path.join(PACKAGE_ROOT, page), 'utf8');
  const blocks = [...text.matchAll(/^ *```(?:sh|bash|console)\n([\s\S]*?)^ *```/gm)];
  return blocks.flatMap((block) =>
    (block[1] ?? '')
      .replaceAll(/\\\n/g, ' ')
      .split('\n')
      .flatMap((line) => line.split(/&&|\||;/))
      .map((line) => IN_BLOCK.exec(line.trim()))
      .filter((match) => match !== null)
      .map((match) => ({ where: page, words: wordsOf(match[1] ?? '') })),
  );
}

/** Between backticks, in pages as in messages. */
function inSentences(file: string): Shown[] {
  const text = readFileSync(path.join(PACKAGE_ROOT, file), 'utf8');
  return [...text.matchAll(IN_SENTENCE)].map((match) => ({
    where: file,
    words: wordsOf(match[1] ?? ''),
  }));
}

/** Anywhere in a source: a command of the help with the options behind it, as sentences have no end that could be seen. */
async function inMessages(file: string): Promise<Shown[]> {
  const text = readFileSync(path.join(PACKAGE_ROOT, file), 'utf8');
  const found = [...text.matchAll(/\bstipple ([a-z]+)((?: [a-z]+)?(?: [^\s'"`]+)*)/g)];
  const shown = found.map(([, command = '', rest = '']) => ({
    where: file,
    words: [command, ...rest.split(' ').filter((word) => /^--[a-z]/.test(word))],
  }));
  const help = await helpOf('');
  return shown.filter(({ words: [command = ''] }) => lists(help, command));
}

const helps = new Map<string, Promise<string>>();

/** What a command says of itself. */
function helpOf(command: string): Promise<string> {
  let help = helps.get(command);
  if (help === undefined) {
    const args = [...command.split(' ').filter((word) => word !== ''), '--help'];
    help = finish(startProgram(MAIN, PACKAGE_ROOT, args)).then(({ out }) => out);
    helps.set(command, help);
  }
  return help;
}

/** What of a line nobody could type; null where all is known. */
async function faultOf(words: readonly string[]): Promise<string | null> {
  const [first = '', second = ''] = words;
  // `stipple` alone, and what is made up in a message.
  if (!/^-{0,2}[a-z][a-z-]*$/.test(first) || first === 'help') return null;
  if (first.startsWith('-')) return optionFault('', words);
  if (!lists(await helpOf(''), first)) return `there is no command ${first}`;
  const isGroup = (await helpOf(first)).includes('\nCommands:\n');
  if (!isGroup || !/^[a-z]+$/.test(second)) return optionFault(first, words);
  const command = `${first} ${second}`;
  return lists(await helpOf(first), command) ? optionFault(command, words) : `there is no command ${command}`;
}

function lists(help: string, command: string): boolean {
  return new RegExp(`^  stipple ${command}(?: |$)`, 'm').test(help);
}

async function optionFault(command: string, words: readonly string[]): Promise<string | null> {
  const help = await helpOf(command);
  const options = words.flatMap((word) => /^(--[a-z][a-z-]*|-[a-z])\b/.exec(word)?.[1] ?? []);
  const unknown = options.find((option) => !new RegExp(`(?:^|[ ,])${option}\\b`, 'm').test(help));
  return unknown === undefined ? null : `${command} has no option ${unknown}`;
}

async function faultsIn(shown: readonly Shown[]): Promise<string[]> {
  const found = await Promise.all(
    shown.map(async ({ where, words }) => {
      const fault = await faultOf(words);
      return fault === null ? [] : [`${where}: stipple ${words.join(' ')}: ${fault}`];
    }),
  );
  return [...new Set(found.flat())];
}

describe('command lines', () => {
  before(() => helpOf(''));

  it('of shell blocks exist, with their options', async () => {
    const shown = PAGES.flatMap(inBlocks);
    assert.ok(shown.length >= 30, String(shown.length));
    assert.deepEqual(await faultsIn(shown), []);
  });

  it('in sentences of the docs exist, with their options', async () => {
    const shown = PAGES.flatMap(inSentences);
    assert.ok(shown.length > 60, String(shown.length));
    assert.deepEqual(await faultsIn(shown), []);
  });

  it('in messages of the server and the console exist, with their options', async () => {
    assert.deepEqual(await faultsIn(SOURCES.flatMap(inSentences)), []);
    const shown = (await Promise.all(SOURCES.map(inMessages))).flat();
    assert.ok(shown.length > 30, String(shown.length));
    assert.deepEqual(await faultsIn(shown), []);
  });

  it('are refused where nobody could type them', async () => {
    assert.match((await faultOf(['rendr'])) ?? '', /no command/);
    assert.match((await faultOf(['config', 'chek'])) ?? '', /no command config chek/);
    assert.match((await faultOf(['render', '--out', 'x.png'])) ?? '', /no option --out$/);
  });

  it('run by `npx` in a checkout', async () => {
    const npx = path.join(path.dirname(process.execPath), 'npx');
    const { code, out } = await finish(
      startProgram(npx, PACKAGE_ROOT, ['--no', '--', 'stipple', '--version']),
    );
    assert.deepEqual([code, out.trim()], [0, VERSION]);
  });
});
