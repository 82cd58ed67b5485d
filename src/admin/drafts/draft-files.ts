/** The files of a draft: their names, which come from a caller, and their bytes; and the folder in which a run finds them. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FieldProblem } from '../../platform/base/errors.ts';
import type { OwnedFolder } from '../../platform/files/owned-folder.ts';
import { isHiddenPath } from '../../platform/files/paths.ts';
import { makeTempFolder } from '../../platform/files/temp-folders.ts';
import { isSafeRelativePath } from '../../screens/sources/files.ts';
import { DRAFT_LIMITS, TOO_MANY_FILES } from './draft-bodies.ts';

export interface DraftFile {
  /** Relative to the folder of all screens. */
  readonly name: string;
  readonly bytes: Buffer;
}

type Texts = Readonly<Record<string, string>>;

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
/** A line end in base64, as some programs write it. */
const BREAKS = /[\r\n]+/g;
const CONTROL = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;
/** File systems hold no longer names. */
const SEGMENT_BYTES = 200;
/** Problems that one answer names at the most. */
const MAX_PROBLEMS = 20;

/** Read the files of a draft. @param texts, assets  as they came: contents by name, those of assets in base64 */
export function readDraftFiles(
  texts: Texts,
  assets: Texts,
): { readonly files: readonly DraftFile[]; readonly problems: readonly FieldProblem[] } {
  const all = [
    ...Object.entries(texts).map(([name, text]) => ({ field: 'draft.files', name, text, isText: true })),
    ...Object.entries(assets).map(([name, text]) => ({ field: 'draft.assets', name, text, isText: false })),
  ];
  if (all.length === 0) return refuse('draft.files', 'expected at least one file, got none');
  if (all.length > DRAFT_LIMITS.files) return refuse('draft.files', `${TOO_MANY_FILES}, got ${all.length}`);
  const files = new Map<string, DraftFile>();
  const problems: FieldProblem[] = [];
  for (const { field, name, text, isText } of all) {
    const bytes = isText ? Buffer.from(text) : readBase64(text);
    const problem = problemOfName(name, files) ?? (bytes === null ? 'expected base64' : null);
    if (problem !== null) problems.push({ field, message: `${field}: ${shown(name)}: ${problem}` });
    else if (bytes !== null) files.set(name, { name, bytes });
  }
  return { files: [...files.values()], problems: problems.slice(0, MAX_PROBLEMS) };
}

/** Write files into a folder of their own, which the caller removes. */
export async function writeDraft(files: readonly DraftFile[]): Promise<OwnedFolder> {
  const folder = makeTempFolder('draft-');
  try {
    for (const { name, bytes } of files) {
      const place = path.join(folder.path, name);
      await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
      // Never through what lies there already, as nothing does.
      await writeFile(place, bytes, { flag: 'wx', mode: 0o600 });
    }
    return folder;
  } catch (error) {
    folder.remove();
    throw error;
  }
}

/** Why a file cannot have a name; null when it can. @param others  those before it */
function problemOfName(name: string, others: ReadonlyMap<string, unknown>): string | null {
  const segments = name.split('/');
  if (!isSafeRelativePath(name) || segments.includes('') || segments.includes('.') || CONTROL.test(name)) {
    return 'expected a file name relative to the folder of the screens, without ".."';
  }
  if (isHiddenPath(name)) return 'files and folders that begin with "." are out of reach';
  const isLong = segments.some((segment) => Buffer.byteLength(segment) > SEGMENT_BYTES);
  if (isLong || name.length > DRAFT_LIMITS.nameCharacters || segments.length > DRAFT_LIMITS.nameDepth) {
    return `expected at most ${DRAFT_LIMITS.nameCharacters} characters and ${DRAFT_LIMITS.nameDepth} folders`;
  }
  if (others.has(name)) return 'there are two files of this name';
  const above = segments.map((_, index) => segments.slice(0, index + 1).join('/'));
  const isFolder = [...others.keys()].some((other) => other.startsWith(`${name}/`));
  return isFolder || above.some((folder) => others.has(folder)) ? 'it is a file and a folder' : null;
}

function readBase64(text: string): Buffer | null {
  const plain = text.replaceAll(BREAKS, '');
  return BASE64.test(plain) && plain.length % 4 !== 1 ? Buffer.from(plain, 'base64') : null;
}

function refuse(field: string, message: string): ReturnType<typeof readDraftFiles> {
  return { files: [], problems: [{ field, message: `${field}: ${message}` }] };
}

function shown(name: string): string {
  return JSON.stringify(name.length > 80 ? `${name.slice(0, 77)}...` : name);
}
