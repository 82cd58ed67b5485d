/** Addresses of pictures that came within an answer. Each holds memory until it is given back. */

/** @param base64  a PNG */
export function pictureUrl(base64: string): string {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return URL.createObjectURL(new Blob([bytes], { type: 'image/png' }));
}

/** @param url  null where there is none */
export function dropPictureUrl(url: string | null): void {
  if (url !== null) URL.revokeObjectURL(url);
}
