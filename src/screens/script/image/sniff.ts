/** Detects the format of a picture from its first bytes. Other formats are not passed to a decoder. */

/** Formats of pictures that scripts can process. */
export type DecodableFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif';

const PNG_SIGNATURE = '\x89PNG\r\n\x1a\n';
/** Brands of ISO base media files (ISO/IEC 14496-12) that are AVIF pictures. */
const AVIF_BRANDS = ['avif', 'avis'];
/** Bytes that are examined: the first box of such a file, which lists its brands, is short. */
const BRAND_BYTES = 64;

/** The format of a file; null when it is another one. */
export function sniffImage(bytes: Uint8Array): DecodableFormat | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, BRAND_BYTES)).toString(
    'latin1',
  );
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith(PNG_SIGNATURE)) return 'png';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif';
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'webp';
  return head.startsWith('ftyp', 4) && hasAvifBrand(head) ? 'avif' : null;
}

/** Checks the major brand, and the compatible brands, which follow a version number. */
function hasAvifBrand(head: string): boolean {
  const end = Math.min(head.length, head.charCodeAt(2) * 256 + head.charCodeAt(3));
  for (let at = 8; at + 4 <= end; at += at === 8 ? 8 : 4) {
    if (AVIF_BRANDS.includes(head.slice(at, at + 4))) return true;
  }
  return false;
}
