/** What a server does without its state store, for metrics. */

/** What was done without the store. */
export type Fallback =
  /** A call of a device that this server knows. */
  | 'known_device'
  /** A call that was told to come back, as its device may be known elsewhere. */
  | 'held_back'
  /** An identity that was not changed, or not adopted. */
  | 'identity'
  /** What a call has said, until the next one. */
  | 'contact'
  /** A signed call that only this server remembers. */
  | 'signed_call';

/** Counters that stand at zero. */
export function noFallbacks(): Record<Fallback, number> {
  return { known_device: 0, held_back: 0, identity: 0, contact: 0, signed_call: 0 };
}
