/** What a device shows while its screen fails. */

/** `show`: the error picture at once. `keep`: its last good picture with a mark, for a few tries. */
export const ON_ERROR = ['show', 'keep'] as const;

export type OnError = (typeof ON_ERROR)[number];

/** What counts for a device: what its entry says, else what the config says for all. */
export function resolveOnError(
  config: { readonly onError: OnError },
  mapping: { readonly onError?: OnError },
): OnError {
  return mapping.onError ?? config.onError;
}
