/** Classifies image references: data in the SVG itself, a file in the screen's folder, or refused. */
import { isHiddenPath } from '../../../platform/files/paths.ts';

export type ImageHref =
  | { readonly kind: 'none' }
  | { readonly kind: 'data'; readonly uri: string }
  /** `path`: relative to the screen's folder, slashes, no `.` or `..` segments. */
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'refused'; readonly reason: string };

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const MAX_PATH = 512;

/** Classify the `href` of an image. */
export function classifyHref(href: string): ImageHref {
  const trimmed = href.trim();
  if (trimmed === '' || trimmed.startsWith('#')) return { kind: 'none' };
  const scheme = SCHEME.exec(trimmed)?.[1]?.toLowerCase();
  if (scheme === 'data') return { kind: 'data', uri: trimmed };
  if (scheme === 'http' || scheme === 'https' || trimmed.startsWith('//')) {
    return refused(
      'images from the network are not loaded while drawing; fetch it in the script with http_get and pass a data URI',
    );
  }
  if (scheme !== undefined) return refused(`"${scheme}:" addresses are not supported`);
  return classifyPath(trimmed);
}

function classifyPath(href: string): ImageHref {
  const decoded = decodePath(href.split(/[?#]/, 1)[0] ?? '');
  if (decoded === null || decoded === '' || decoded.length > MAX_PATH)
    return refused('it is not a file name');
  if (/[\\\0]/.test(decoded)) return refused('a backslash or NUL cannot be part of a file name here');
  if (decoded.startsWith('/')) return refused('it must be relative to the folder of the screen');
  const segments = decoded.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.includes('..')) return refused('it leads out of the folder of the screen');
  if (isHiddenPath(segments.join('/'))) return refused('names that begin with "." are out of reach');
  return segments.length === 0
    ? refused('it is not a file name')
    : { kind: 'file', path: segments.join('/') };
}

function decodePath(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

function refused(reason: string): ImageHref {
  return { kind: 'refused', reason };
}

/** The bytes of a data URI (RFC 2397). Null when it is malformed. */
export function decodeDataUri(uri: string): Buffer | null {
  const comma = uri.indexOf(',');
  if (comma === -1) return null;
  const head = uri.slice(5, comma);
  if (/;\s*base64\s*$/i.test(head)) return Buffer.from(uri.slice(comma + 1), 'base64');
  try {
    return Buffer.from(decodeURIComponent(uri.slice(comma + 1)));
  } catch {
    return null;
  }
}
