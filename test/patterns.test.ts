/** Every regular expression of the program takes linear time, or there is a reason why its text is short. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import jsTokens from 'js-tokens';
import { checkSync } from 'recheck';

const SOURCE = path.join(import.meta.dirname, '../src');
/** For one pattern. The slowest takes three seconds on a machine that has nothing else to do. */
const TIMEOUT_MS = 60_000;

/** Patterns that the checker takes for slow, or cannot judge in time, and why they are not. */
const ALLOWED: Readonly<Record<string, string>> = {
  '/\\B(?=(\\d{3})+$)/g': 'groups the digits of one number, at most a few hundred',
  [`/<!ENTITY\\s+(?:(%)\\s+)?([^\\s"'<>%]+)\\s+(?:"([^"]*)"\\s*|'([^']*)'\\s*|(?:[^>\\s][^>]*)?)>/g`]:
    'its text ends with the character that it looks for, and has at most 32 KB; growth.test.ts measures it',
  '/(?<![a-z0-9])([a-z0-9]+)\\(([^()]*)\\)/gi':
    'looks behind, which not every backend of the checker can judge: it begins only where a word does; growth.test.ts measures it',
};

/** Patterns that are put together while the program runs, by file, and why each is fine. */
const COMPOSED: Readonly<Record<string, string>> = {
  'admin/bodies.js': 'a constant of two character classes that exclude each other',
  'platform/yaml/entry-lines.js': 'a line that begins with the name of a section, which the program gives',
  'platform/time/parse.js': 'at most so many digits',
  'platform/files/temp-folders.js': 'one of some names, then six characters',
  'domain/registration-code.js': 'a fixed number of characters',
  'screens/template/filters/cut.js': 'one character with its marks, which exclude each other',
};

interface Pattern {
  readonly literal: string;
  readonly files: readonly string[];
}

function sources(): { readonly file: string; readonly text: string }[] {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => ({
      file: file.replaceAll('\\', '/'),
      text: readFileSync(path.join(SOURCE, file), 'utf8'),
    }));
}

function literals(): Pattern[] {
  const files = new Map<string, string[]>();
  for (const { file, text } of sources()) {
    for (const { type, value } of jsTokens(text)) {
      if (type === 'RegularExpressionLiteral') files.set(value, [...(files.get(value) ?? []), file]);
    }
  }
  return [...files].map(([literal, of]) => ({ literal, files: of }));
}

describe('regular expressions', () => {
  it('take linear time whatever they are given', () => {
    const slow: string[] = [];
    const found = literals();
    assert.ok(found.length > 200, `${found.length} found`);
    for (const { literal, files } of found) {
      if (ALLOWED[literal] !== undefined) continue;
      const end = literal.lastIndexOf('/');
      const judged = checkSync(literal.slice(1, end), literal.slice(end + 1), { timeout: TIMEOUT_MS });
      if (judged.status !== 'safe') {
        const what = judged.status === 'vulnerable' ? judged.complexity.summary : judged.status;
        slow.push(`${literal} in ${files.join(', ')}: ${what}`);
      }
    }
    assert.deepEqual(slow, []);
  });

  it('are allowed to look slow only while they are there', () => {
    const found = new Set(literals().map(({ literal }) => literal));
    assert.deepEqual(
      Object.keys(ALLOWED).filter((literal) => !found.has(literal)),
      [],
    );
  });

  it('are composed only where somebody has looked at it', () => {
    const composed = sources().flatMap(({ file, text }) => (/\bRegExp\(/.test(text) ? [file] : []));
    assert.deepEqual(composed.sort(), Object.keys(COMPOSED).sort());
  });
});
