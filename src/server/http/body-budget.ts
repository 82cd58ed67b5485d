/**
 * Memory for bodies that are being received, for halves of requests, and for long answers that are not read yet: a budget in
 * bytes for each kind of caller, and a smaller one for each owner in it. Where there is no room, the one that has made no
 * progress for the longest time is given up, of the owner that holds the most: whoever keeps sending, or reading, gets
 * through, however many others only sit there.
 */
import { BODY_LIMITS, type BodyKind, type BodyShares } from './body-limits.ts';
import { byMagnitude, HeaviestFirst } from './heaviest-first.ts';

/** Why a body is not received any further. */
export type GiveUpReason = 'no_room' | 'too_slow';

/** Whose a body is. */
export interface BodyOwner {
  readonly kind: BodyKind;
  /** An address, a device or a token, as it suits the kind. */
  readonly name: string;
}

/** All bodies of an owner. */
interface Share {
  readonly owner: string;
  bytes: number;
  /** How many there are, whether something is held of them yet or not. */
  open: number;
  /** Those that are still coming, in the order of their last progress, the oldest first. */
  readonly coming: Set<Holding>;
}

/** What is held of one body. */
export class Holding {
  readonly #pot: Pot;
  readonly share: Share;
  readonly giveUp: (reason: GiveUpReason) => void;
  /** Whether it has to make progress all the time. */
  readonly isTimed: boolean;
  bytes = 0;
  #isReleased = false;
  /** Looks at the pot before the last progress. */
  progressLook: number;
  #come = 0;

  constructor(pot: Pot, share: Share, isTimed: boolean, giveUp: (reason: GiveUpReason) => void) {
    this.#pot = pot;
    this.progressLook = pot.looks;
    this.share = share;
    this.isTimed = isTimed;
    this.giveUp = giveUp;
  }

  /** Hold so many bytes from now on. False when there is no room for them, or it was given up. */
  resize(bytes: number): boolean {
    return !this.#isReleased && this.#pot.resize(this, bytes);
  }

  /** Note that bytes have come. */
  came(bytes: number): void {
    this.#come += bytes;
    if (this.#come < BODY_LIMITS.progressBytes) return;
    this.#come = 0;
    this.progressLook = this.#pot.looks;
    const { coming } = this.share;
    if (coming.delete(this)) coming.add(this);
  }

  /** It is whole: it is not given up any more. */
  whole(): void {
    this.share.coming.delete(this);
  }

  /** Nothing is held any more. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.whole();
    this.#pot.close(this);
  }
}

/** The bodies of one kind. */
class Pot {
  readonly #limits: BodyShares;
  readonly #shares = new Map<string, Share>();
  readonly #order = new HeaviestFirst<Share>(byMagnitude);
  bytes = 0;
  /** How often it was looked for bodies that come too slowly. */
  looks = 0;

  constructor(limits: BodyShares) {
    this.#limits = limits;
  }

  open(owner: string, isTimed: boolean, giveUp: (reason: GiveUpReason) => void): Holding {
    const share = this.#shares.get(owner) ?? { owner, bytes: 0, open: 0, coming: new Set() };
    this.#shares.set(owner, share);
    const holding = new Holding(this, share, isTimed, giveUp);
    share.coming.add(holding);
    share.open += 1;
    return holding;
  }

  close(holding: Holding): void {
    this.resize(holding, 0);
    const { share } = holding;
    share.open -= 1;
    if (share.open === 0) this.#shares.delete(share.owner);
  }

  resize(holding: Holding, bytes: number): boolean {
    const more = bytes - holding.bytes;
    if (more > 0 && !this.#makeRoom(holding, more)) return false;
    const { share } = holding;
    this.#order.move(share, share.bytes, share.bytes + more);
    share.bytes += more;
    this.bytes += more;
    holding.bytes = bytes;
    return true;
  }

  /**
   * Bodies that have made no progress for too long: for so many looks, as the server has read between each two of them what
   * had come. Where it was held up itself, bytes wait to be read that came in time.
   */
  *stalled(): Iterable<Holding> {
    this.looks += 1;
    for (const { coming } of this.#shares.values()) {
      for (const holding of coming) {
        if (this.looks - holding.progressLook <= BODY_LIMITS.stallLooks) break;
        if (holding.isTimed) yield holding;
      }
    }
  }

  #makeRoom(asking: Holding, more: number): boolean {
    const { share } = asking;
    while (share.bytes + more > this.#limits.owner) if (!giveUpOne(share, asking)) return false;
    while (this.bytes + more > this.#limits.total) {
      const heaviest = this.#order.heaviest;
      if (heaviest === undefined || !giveUpOne(heaviest, asking)) return false;
    }
    return true;
  }
}

/** Give up the body of an owner that has made no progress for the longest time; false where that is the one that asks. */
function giveUpOne({ coming }: Share, asking: Holding): boolean {
  const [stalest] = coming;
  if (stalest === undefined || stalest === asking) return false;
  stalest.release();
  stalest.giveUp('no_room');
  return true;
}

export class BodyBudget {
  readonly #pots: Readonly<Record<BodyKind, Pot>>;

  constructor(shares: Readonly<Record<BodyKind, BodyShares>> = BODY_LIMITS.shares) {
    const { stranger, device, program, admin, reader } = shares;
    this.#pots = {
      stranger: new Pot(stranger),
      device: new Pot(device),
      program: new Pot(program),
      admin: new Pot(admin),
      reader: new Pot(reader),
    };
  }

  /**
   * Begin to hold something of an owner. Nothing is held at first.
   * @param isTimed  whether it is given up when nothing comes for a while
   * @param giveUp   called when it has to make room for others, or comes too slowly; nothing is held then any more
   */
  open({ kind, name }: BodyOwner, isTimed: boolean, giveUp: (reason: GiveUpReason) => void): Holding {
    return this.#pots[kind].open(name, isTimed, giveUp);
  }

  /** Bytes that are held. */
  bytes(kind: BodyKind): number {
    return this.#pots[kind].bytes;
  }

  /** Give up what comes too slowly. To be called every `BODY_LIMITS.checkMs`. */
  giveUpStalled(): void {
    for (const pot of Object.values(this.#pots)) {
      for (const holding of [...pot.stalled()]) {
        holding.release();
        holding.giveUp('too_slow');
      }
    }
  }
}
