/**
 * Characters that mislead whoever reads them: controls, separators of lines, what turns the direction of text or is
 * invisible. All of them, through each place where people read what others wrote.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { logText } from '../../console/pages/device/log-text.ts';
import { printableLines as shownInConsole } from '../../console/parts/printable.ts';
import { quoted } from '../../src/domain/explain/finding.ts';
import { foundAlert } from '../../src/fleet/alerts/alert.ts';
import { createLogger, type Logger } from '../../src/platform/base/logger.ts';
import { oneLine, quoteLine, quoteShort } from '../../src/platform/base/one-line.ts';
import { prettyDestination } from '../../src/platform/base/pretty-log.ts';
import { printable, printableJson, printableLines } from '../../src/platform/base/printable.ts';
import { tempTree } from '../support/files/temp-tree.ts';
import { runCommand } from '../support/processes/stipple.ts';
import { type Admin, startAdmin, TOKEN } from '../support/server/admin.ts';

const MISLEADING = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const MAC = 'AA:BB:CC:DD:EE:01';
const PIECE = 20;

/** All of them, each behind a letter, in texts of a few; those that are left out are never more than single ones. */
function misleadingTexts(isLeftOut: (code: number) => boolean = () => false): readonly string[] {
  const all: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    if (MISLEADING.test(character) && !isLeftOut(code)) all.push(`x${character}`);
  }
  return Array.from({ length: Math.ceil(all.length / PIECE) }, (_, at) =>
    all.slice(at * PIECE, (at + 1) * PIECE).join(''),
  );
}

/** The text of an alert about something of this name. */
function alertText(name: string): string {
  const rule = { name: 'screens', when: 'failing', match: null, to: [], forMs: 0 } as const;
  const judged = { sinceMs: 0, facts: {}, text: (shown: string) => `${shown} fails: ${name}` };
  return foundAlert(rule, { kind: 'screen', key: name, name }, judged, 0).text;
}

const ALL = misleadingTexts();
const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

/** The misleading characters in a text, but for the ends of its lines and tabs. */
function leftIn(text: string): string {
  return [...text.replaceAll(/[\n\t]/g, '')]
    .filter((character) => MISLEADING.test(character))
    .map((character) => (character.codePointAt(0) ?? 0).toString(16))
    .join(' ');
}

function logged(log: (logger: Logger) => void, isPretty: boolean): string {
  let text = '';
  const output = {
    write: (line: string) => {
      text += line;
    },
  };
  log(createLogger('trace', isPretty ? prettyDestination(false, output) : output));
  return text;
}

const write =
  (text: string) =>
  (logger: Logger): void => {
    logger.child({ requestId: text }).warn({ [text]: text, list: [text], err: new Error(text) }, text);
    logger.info({ method: text, path: text, status: 200, ms: 1 }, 'answered');
    logger.info({ config: { file: text, line: 1, column: 1, message: text } }, 'config');
  };

describe('what may mislead', () => {
  const sinks: readonly (readonly [string, (text: string) => string])[] = [
    ['a line of text', printable],
    ['lines of text', printableLines],
    ['JSON', (text) => printableJson(JSON.stringify({ [text]: text }))],
    ['a log in JSON', (text) => logged(write(text), false)],
    ['a log at a terminal', (text) => logged(write(text), true)],
    ['a piece of a message', (text) => oneLine(text, 80)],
    ['a name in a message', quoteShort],
    ['a quotation', (text) => quoteLine(text, 80)],
    ['an explanation', quoted],
    ['an alert', alertText],
    ['the console', shownInConsole],
    [
      'a log in the console',
      (text) => logText({ message: text, [text]: text, more: [text] }) + logText(text),
    ],
  ];

  it('is escaped in each place, every character', () => {
    assert.ok(ALL.length > 200);
    for (const [name, show] of sinks) {
      // A log takes some tenths of a millisecond a line.
      const step = name.startsWith('a log') ? 7 : 1;
      for (let at = 0; at < ALL.length; at += step) assert.equal(leftIn(show(ALL[at] ?? '')), '', name);
    }
  });

  it('is the same in JSON for programs', () => {
    for (const text of ALL) assert.equal(JSON.parse(printableJson(JSON.stringify(text))), text);
    const [line = ''] = logged(
      (logger) => logger.info({ text: 'a\u009b\u2028\u202e\u{e0041}' }, 'm'),
      false,
    ).split('\n');
    assert.equal((JSON.parse(line) as { text: string }).text, 'a\u009b\u2028\u202e\u{e0041}');
  });

  it('is told in the console as on the server, and text of all languages is left alone', () => {
    for (const text of [...ALL, 'Zürich "8 °C" — 東京, שלום, नमस्ते, 👍 ☀️ ❤️\n\tx']) {
      assert.equal(shownInConsole(text), printableLines(text));
    }
    const text = 'Zürich "8 °C" — 東京, שלום, नमस्ते, 👍 ☀️';
    assert.equal(printable(text), text);
    assert.equal(printable('x\ufe0f'), 'x\\u{fe0f}', 'of no picture');
  });
});

describe('what may mislead, in answers and commands', () => {
  // Halves of characters are not written as UTF-8.
  const texts = misleadingTexts((code) => isSurrogate(code) || code >= 0xe0080 || code < 0x20);
  const name = ['x\u009b', 'x\u2028', 'x\u202e', 'x\u200b', 'x\u{e0041}', 'x\u3164'].join('');
  let admin: Admin;
  before(async () => {
    const config = { default_screen: 'plain', devices: { [MAC]: { screen: `nowhere/${name}`, name } } };
    admin = await startAdmin({ config: JSON.stringify(config) });
  });
  after(() => admin.server.stop());

  it('is escaped in explanations, views, refusals and lists', async () => {
    const { url } = admin.server;
    const headers = { ID: MAC, 'Access-Token': 'own', 'FW-Version': '\x9b31m\xad1', Model: '\x85\xadog' };
    await fetch(`${url}/api/display`, { headers });
    const body = JSON.stringify({ logs: [{ message: texts.join('') }] });
    await fetch(`${url}/api/log`, { method: 'POST', headers, body });
    for (const route of ['explain', 'history', 'events', 'logs', '']) {
      const answer = await fetch(`${url}/api/admin/devices/${MAC}/${route}`, {
        headers: { Authorization: `Bearer ${TOKEN}` },
      });
      const text = await answer.text();
      assert.equal(leftIn(text), '', route);
      if (route !== 'explain') continue;
      const told = JSON.parse(text) as { summary: string; others: readonly { text: string }[] };
      assert.equal(leftIn([told.summary, ...told.others.map((other) => other.text)].join('')), '');
    }
    const list = await (
      await fetch(`${url}/api/admin/devices`, { headers: { Authorization: `Bearer ${TOKEN}` } })
    ).text();
    assert.ok(list.includes('\\u202e'));
    assert.equal(leftIn(list), '');
    for (const text of texts.filter((_, at) => at % 10 === 0)) {
      for (const refused of [
        await admin.get(`/devices/${encodeURIComponent(text)}`),
        await admin.get(`/devices?${encodeURIComponent(text)}=1`),
        await admin.post('/devices', { key: MAC, screen: text, [text]: text }),
      ]) {
        assert.ok(refused.status >= 400);
        assert.equal(leftIn(JSON.stringify(refused.body)), '');
      }
    }
  });

  it('is escaped in what commands say', async (t) => {
    const hostile = { devices: { [MAC]: { screen: name, [name]: 1 } }, [name]: 1, default_screen: name };
    const cwd = tempTree(t, { 'c.yaml': JSON.stringify(hostile) });
    for (const args of [
      ['config', 'check', 'c.yaml'],
      ['config', 'check', 'c.yaml', '--json'],
      ['config', 'check', `${name}.yaml`],
      [name],
      ['panels', name],
    ]) {
      const { out, err } = await runCommand(cwd, args, {});
      assert.notEqual(out + err, '');
      assert.equal(leftIn(out + err), '', args.join(' '));
      if (args.includes('--json')) assert.ok(JSON.stringify(JSON.parse(out)).includes('\u202e'));
    }
  });
});
