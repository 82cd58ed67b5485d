/** Names of hidden files for tests. */

/** Spellings of a hidden name. */
export const HIDDEN_NAMES = [
  '.env',
  '.hidden.png',
  '..png',
  '...',
  '.git',
  '.env ',
  ' .env',
  '\t.env',
  '\u200b.env',
  '\ufeff.env',
  '\u2024env',
  '\uff0eenv',
  '\ufe52env',
  '\u2026env',
  '.e\u0301nv',
  '.\u00e9nv',
];
