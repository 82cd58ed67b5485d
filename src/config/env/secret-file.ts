/** Reads a secret from a file, which is how Docker, Kubernetes and systemd hand them to a program. */
import { LIMITS } from '../../platform/base/limits.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { readFileBounded } from '../../platform/files/files.ts';

/**
 * The text of a file, without the white space around it: most editors end a file with a new line.
 * @returns else why it cannot be used, without any of its content
 */
export function readSecretFile(file: string): Result<string, string> {
  // No secret is longer than the headers that carry it.
  const read = readFileBounded(file, LIMITS.headerBytes);
  if (!read.ok) return err(read.error.message);
  const text = decode(read.value.bytes);
  if (text === null) return err('expected UTF-8, got bytes that are none');
  return text === '' ? err('the file is empty') : ok(text);
}

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim();
  } catch {
    return null;
  }
}
