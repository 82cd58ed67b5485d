/** How much memory the server keeps for later, each figure with its reason. */
export const MEMORY_LIMITS = {
  /**
   * A heap is collected when it has grown by so much of what was in use. V8 lets it double and more; collections run mostly
   * beside the thread that they are for.
   */
  heapGrowthPercent: 30,
  /**
   * Memory is given back where nothing was done for so long: after a start, whose WebAssembly is compiled on for half a
   * second, and after so many pieces of work, as it takes as long as one or two of them.
   */
  tidyQuietMs: 1_000,
  tidyAfterWork: 100,
  /**
   * Arenas of glibc's allocator. It would make eight a core, each of which keeps what its threads have freed; native code
   * of threads seldom allocates at the same time.
   */
  arenas: 2,
} as const;
