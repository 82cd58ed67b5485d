/** Generated secrets, and the forms in which they come into texts. */

const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** What XML, JSON, YAML, Lua and addresses give a meaning of their own. */
const SPECIAL = '<>&\'"\\/%:?#[]{}@!$()*+,;=|~^` -_.';
const BEYOND = 'äöüßéñçøλжשم中文字日本語한국어😀🔑';

type Random = (below: number) => number;

/** A secret of at least six characters: plain, a number, with marks, or beyond ASCII. */
export function generatedSecret(random: Random): string {
  const from = (letters: string, count: number): string => {
    const all = Array.from(letters);
    return Array.from({ length: count }, () => all[random(all.length)]).join('');
  };
  const core = from(LETTERS, 6 + random(20));
  switch (random(5)) {
    case 0:
      return core;
    case 1:
      return String(100_000 + random(899_999_999));
    case 2:
      return `${from(LETTERS, 2)}${from(SPECIAL, 1 + random(6))}${core}`;
    case 3:
      return `${from(LETTERS, 2)}${from(BEYOND, 4 + random(6))}${from(LETTERS, 4)}`;
    default:
      return `${core} ${from(LETTERS, 3)}`;
  }
}

/** How a text of a program may have a secret. */
export const FORMS: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  capitals: (secret) => secret.toUpperCase(),
  'in JSON': (secret) => JSON.stringify(secret),
  'in JSON with escapes': (secret) => secret.replace(/[^\w]/g, escapedUnits),
  'in Lua': (secret) => Array.from(Buffer.from(secret), (byte) => `\\${byte}`).join(''),
  'in XML': (secret) => secret.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`),
  'in XML by names': (secret) =>
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  'in an address': encodeURIComponent,
  'in a path': encodeURI,
  'in a query': (secret) => new URLSearchParams({ q: secret }).toString(),
  'as a path of an address': (secret) => new URL(`http://x.test/${encodeURIComponent(secret)}`).href,
  'twice in an address': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'in an address in JSON': (secret) => JSON.stringify(JSON.stringify(secret)),
  'in Base64': (secret) => Buffer.from(secret).toString('base64'),
  'in Base64 of addresses': (secret) => Buffer.from(secret).toString('base64url'),
  'as a login': (secret) => `Basic ${Buffer.from(`someone:${secret}`).toString('base64')}`,
  'in hex': (secret) => Buffer.from(secret).toString('hex'),
};

/**
 * Every form of some secrets, with what it is. A form that has another one in it is left out: whatever has it has that one,
 * too, and there are thousands to look for.
 */
export function formsOf(secrets: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const secret of secrets) {
    const forms = Object.entries(FORMS)
      .map(([name, form]) => [form(secret), `${JSON.stringify(secret)} ${name}`] as const)
      .sort(([one], [other]) => one.length - other.length);
    const kept: string[] = [];
    for (const [form, what] of forms) {
      if (kept.some((shorter) => form.includes(shorter))) continue;
      kept.push(form);
      found.set(form, what);
    }
  }
  return found;
}

function escapedUnits(text: string): string {
  return Array.from({ length: text.length }, (_, at) => {
    return `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }).join('');
}
