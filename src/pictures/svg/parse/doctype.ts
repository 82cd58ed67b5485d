/** Reads the entities of a DOCTYPE. Only short plain texts are accepted: nothing that expands or reads files. */

type Entities = Readonly<Record<string, string>>;
type EntityResult =
  | { readonly ok: true; readonly value: Entities }
  | { readonly ok: false; readonly error: string };

/** For a text that ends with `>`: otherwise each `<!ENTITY` would be searched to the end of the text. */
const DECLARATION = /<!ENTITY\s+(?:(%)\s+)?([^\s"'<>%]+)\s+(?:"([^"]*)"\s*|'([^']*)'\s*|(?:[^>\s][^>]*)?)>/g;
/** Drawing programs declare about a dozen entities, for namespace addresses. */
const MAX_ENTITIES = 64;
const MAX_VALUE_LENGTH = 256;
/** Enough for this number of entities of this length. */
const MAX_LENGTH = 32_768;
/** Characters of all expanded references together. */
const MAX_EXPANDED = 1_000_000;

/**
 * The entities declared in the text of a DOCTYPE.
 * @param source  the whole document, for an upper limit of the expanded length
 */
export function declaredEntities(doctype: string, source: string): EntityResult {
  if (doctype.length > MAX_LENGTH) return refused(`it is longer than ${MAX_LENGTH} characters`);
  const complete = doctype.slice(0, doctype.lastIndexOf('>') + 1);
  const entities: [name: string, value: string][] = [];
  let count = 0;
  let longest = 0;
  for (const [, parameter, name = '', double, single] of complete.matchAll(DECLARATION)) {
    const value = double ?? single;
    if (parameter !== undefined || value === undefined)
      return refused(`the entity "${name}" refers to outside`);
    if (/[&%<]/.test(value)) return refused(`the entity "${name}" contains markup or other entities`);
    if (value.length > MAX_VALUE_LENGTH)
      return refused(`the entity "${name}" is longer than ${MAX_VALUE_LENGTH}`);
    entities.push([name, value]);
    longest = Math.max(longest, value.length);
    count += 1;
    if (count > MAX_ENTITIES) return refused(`more than ${MAX_ENTITIES} entities are declared`);
  }
  if (count > 0 && countReferences(source) * longest > MAX_EXPANDED) {
    return refused('the declared entities are used too often');
  }
  return { ok: true, value: Object.fromEntries(entities) };
}

function refused(why: string): EntityResult {
  return { ok: false, error: `the DOCTYPE is refused: ${why}` };
}

function countReferences(source: string): number {
  let count = 0;
  for (let at = source.indexOf('&'); at !== -1; at = source.indexOf('&', at + 1)) count += 1;
  return count;
}
