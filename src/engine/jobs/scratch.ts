/** Memory for pixels that is reused: allocating it takes more than a third of the time of dithering. */
export class Scratch {
  #bytes = new Uint8Array(0);

  /** So many bytes, with what was in them before. They are valid until the next call. */
  take(length: number): Uint8Array {
    if (this.#bytes.length < length) this.#bytes = new Uint8Array(length);
    return this.#bytes.subarray(0, length);
  }
}
