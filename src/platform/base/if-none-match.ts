/** What a caller has already. */

/** True when an `If-None-Match` header (RFC 9110, section 13.1.2) names a picture. */
export function isCached(header: string | undefined, name: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => ['*', `"${name}"`].includes(tag.trim().replace(/^W\//, '')));
}
