/** Sends a preview as a PNG, with what is to be known of it in headers. */
import type { Response } from 'express';

export interface SentPreview {
  readonly png: Buffer;
  readonly texts: string;
  /** One line each. */
  readonly problems: readonly string[];
  /** JSON of a `ReadSummary`; null for an error screen. */
  readonly reads: string | null;
}

export function sendPreview(response: Response, { png, texts, problems, reads }: SentPreview): void {
  response.setHeader('Cache-Control', 'no-store');
  // Reasons may quote what an author wrote, and a header takes ASCII only.
  response.setHeader('X-Stipple-Texts', texts.replaceAll(/[^\x20-\x7e]/g, '?'));
  if (problems.length > 0) response.setHeader('X-Stipple-Problems', headerList(problems));
  if (reads !== null && reads.length <= MAX_HEADER) response.setHeader('X-Stipple-Reads', ascii(reads));
  response.setHeader('Content-Type', 'image/png');
  response.setHeader('Content-Length', png.length);
  response.end(png);
}

/** Characters of the header: clients and proxies refuse headers of some kilobytes. */
const MAX_HEADER = 2_000;

/** As many of the lines as fit, as a JSON array in ASCII. */
function headerList(lines: readonly string[]): string {
  const shown: string[] = [];
  let left = MAX_HEADER;
  for (const line of lines) {
    const text = ascii(JSON.stringify(line));
    left -= text.length + 1;
    if (left < 0) break;
    shown.push(text);
  }
  return `[${shown.join(',')}]`;
}

function ascii(json: string): string {
  return json.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
