/** What a device shows while its screen fails. */

/** `show`: the error picture at once. `keep`: its last good picture with a mark, for a few tries. */
export const ON_ERROR = ['show', 'keep'] as const;

export type OnError = (typeof ON_ERROR)[number];

/** The setting of a device: that of its entry, else that of the config. */
export function resolveOnError(
  config: { readonly onError: OnError },
  mapping: { readonly onError?: OnError },
): OnError {
  return mapping.onError ?? config.onError;
}
