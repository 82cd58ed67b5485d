/** Names of the metatables of the sandbox. Scripts can neither read nor change these metatables. */

/** Of tables that were made from a list (JSON, `params`), so that they stay a list when they are empty. */
export const LIST_METATABLE = 'list';

/** Of `json_null`. */
export const NULL_METATABLE = 'json_null';

/** Of a table of facts that fills itself, by its name: see `fact-tables.ts`. */
export function lazyMetatable(name: string): string {
  return `lazy ${name}`;
}

/** Registry key of Lua's own `next`. */
export const ORIGINAL_NEXT = 'original next';
