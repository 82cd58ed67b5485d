/** Steps of the size ladder: how much a picture's encoding is reduced until it fits; 0 is not at all. */
export const LADDER_STEPS = [0, 1, 2, 3, 4] as const;
