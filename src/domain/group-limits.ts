/** The limits of tags and groups, each with its reason. */
export const GROUP_LIMITS = {
  /** Each call of a device looks at every group: with so many it takes some 50 µs. */
  groups: 500,
  /** Tags of one device, and their length: people read them in a list. */
  tagsPerDevice: 32,
  tagCharacters: 50,
  /** Maps in one selector, values of one key, and their length: more are no selection that a person has written. */
  selectorTerms: 32,
  selectorValues: 256,
  selectorCharacters: 100,
  /** Pieces between the stars of all patterns of one selector: each device is compared with each of them. */
  selectorPieces: 1_024,
  /** Unknown keys of one selector for which the one that was meant is looked for: people mend these and look again. */
  selectorHints: 8,
  /**
   * Mappings that are kept for devices without an entry: these choose by their headers which groups select them, so there
   * could be any number.
   */
  mappingsPerConfig: 1_000,
} as const;
