/** Names of the metatables of the sandbox. Scripts can neither read nor change these metatables. */

/** Marks tables that were made from a list (JSON, `params`), so that they stay a list when they are empty. */
export const LIST_METATABLE = 'list';

/** The metatable of `json_null`. */
export const NULL_METATABLE = 'json_null';

/** The metatable of a table of facts that fills itself, by the name of the table: see `fact-tables.ts`. */
export function lazyMetatable(name: string): string {
  return `lazy ${name}`;
}

/** Registry key of Lua's own `next`. */
export const ORIGINAL_NEXT = 'original next';
