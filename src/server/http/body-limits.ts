/** Limits of bodies that are being received, and of answers that are not read yet, each with its reason. How long each body may be, its route says. */

const KIB = 1024;
const MIB = 1024 * KIB;

/** Whose bodies share a budget. `stranger`: whoever is not known before the whole body is there. `reader`: of answers. */
export type BodyKind = 'stranger' | 'device' | 'program' | 'admin' | 'reader';

export interface BodyShares {
  /** Bytes of all bodies of the kind, and of those of one owner: an address, a device, a token. */
  readonly total: number;
  readonly owner: number;
}

export const BODY_LIMITS = {
  /** Together they are a part of the memory that the server is allowed to take on the smallest machine, 512 MiB. */
  shares: {
    /** Strangers: some 100 whole logs, and of one address some 15. Halves of requests are in it, too. */
    stranger: { total: 32 * MIB, owner: 4 * MIB },
    /** Devices of the config: a log that is sent again before the first one was given up. */
    device: { total: 32 * MIB, owner: 576 * KIB },
    /** Programs that push data: a few at a time for each token. */
    program: { total: 8 * MIB, owner: 2 * MIB },
    /** People: two pictures of the largest size for each token. */
    admin: { total: 96 * MIB, owner: 48 * MIB },
    /** Long answers that are made for one caller: three lists of 10 000 devices for each token, one of a larger fleet. */
    reader: { total: 128 * MIB, owner: 48 * MIB },
  } satisfies Readonly<Record<BodyKind, BodyShares>>,
  /** Answers that are not counted: the system keeps so much for a caller that does not read. */
  shortAnswerBytes: 64 * KIB,
  /** Long answers that are in work for one caller at a time; they are made in slices, so more would only take memory. */
  answersInWork: 2,
  /** What a request takes besides the bytes of its body: parser, request, answer. */
  requestBytes: 8 * KIB,
  /** Room that a body gets at first: most need no more. */
  firstBytes: 4 * KIB,
  /** A body of which less than this has come in these looks is given up: the slowest network that firmware copes with has 20 times as much. */
  progressBytes: 2 * KIB,
  /** How often bodies are looked at for that, and the looks that find none until it is given up. */
  checkMs: 1_000,
  stallLooks: 5,
} as const;
