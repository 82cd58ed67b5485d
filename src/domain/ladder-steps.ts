/** Steps of the size ladder: how much of a picture is given up until its file fits; 0 is nothing. */
export const LADDER_STEPS = [0, 1, 2, 3, 4, 5] as const;

export type LadderStep = (typeof LADDER_STEPS)[number];
