/** The files of a tree in a check: each is read and checked once, however many screens use it. */
import type { Failure } from '../../platform/base/failure.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import type { LuaRuntime } from '../../screens/script/lua-runtime.ts';
import { moduleFiles, STANDARD_MODULES } from '../../screens/script/module-files.ts';
import type { ScriptHost } from '../../screens/script/script-run.ts';
import { readScreenFile } from '../../screens/sources/files.ts';
import { readBeside } from '../../screens/sources/own-files.ts';
import { inspectTemplate } from '../../screens/template/inspect.ts';
import { precedenceWarnings } from '../../screens/template/tera-precedence.ts';
import { templateFindings } from './byonk/files.ts';
import { scriptFindings } from './byonk/script.ts';
import { type CheckFinding, findingOf } from './finding.ts';
import { isComment, LineCounter, type LuaToken, luaTokens, quotedText } from './lua-tokens.ts';

/** A statement before the source that ends the chunk; on the same line, so that line numbers stay the same. */
const LEAVE = Buffer.from('do return end ');

const NOTHING_THERE = err({ code: 'asset_missing', message: 'nothing is run here' } as const);

/** The script never gets to request anything. */
const SILENT_HOST: ScriptHost = {
  http: () => ({ ok: false, error: 'nothing is run here' }),
  readModule: () => NOTHING_THERE,
  readAsset: () => NOTHING_THERE,
  log: () => {},
  nowMs: () => Date.now(),
};

/** Why a source cannot be loaded; null when it can. Limited in time and memory like a run. */
export function checkLuaSyntax(lua: LuaRuntime, file: string, source: Uint8Array): Failure | null {
  const result = lua.run({
    chunkName: file,
    source: Buffer.concat([LEAVE, source]),
    globals: {},
    host: SILENT_HOST,
    limits: {
      cpuMs: LIMITS.scriptCpuMs,
      wallMs: LIMITS.scriptCpuMs,
      memoryBytes: LIMITS.scriptMemoryBytes,
    },
  });
  return result.ok ? null : result.error;
}

/** A call `require "name"` or `require("name")`. */
interface LuaRequire {
  readonly name: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in bytes of UTF-16. */
  readonly column: number;
}

/** The literal names that a source requires, in the order of the file. Computed names are not included. */
export function findRequires(source: string): LuaRequire[] {
  const found: LuaRequire[] = [];
  const lines = new LineCounter(source);
  let before = '';
  let call: LuaToken | null = null;
  for (const token of luaTokens(source)) {
    const { text } = token;
    if (isComment(token)) continue;
    if (call !== null && text !== '(') {
      const name = quotedText(text);
      if (name !== null) found.push({ name, ...lines.positionOf(call.index) });
      call = null;
    }
    // A field or method with that name is another function.
    if (text === 'require' && before !== '.' && before !== ':') call = token;
    before = text;
  }
  return found;
}

/** A position in a file that refers to another file. */
export interface FileReference {
  readonly line: number;
  readonly column: number;
  /** The reference as the author wrote it, for messages: `include "row.svg"`. */
  readonly written: string;
  /** File names; the first that exists is used. */
  readonly names: readonly string[];
  readonly optional: boolean;
}

/** The findings about one file, for all screens that use it. */
interface CheckedFile {
  readonly findings: readonly CheckFinding[];
  readonly references: readonly FileReference[];
}

/** Another server whose screens are to be moved here. */
export type CheckOrigin = 'byonk';

export type FileKind = 'script' | 'template';

export class RepoFiles {
  readonly roots: readonly string[];
  readonly #lua: LuaRuntime;
  /** The server that the screens were written for, if it is another one. */
  readonly from: CheckOrigin | undefined;
  readonly #checked = new Map<string, CheckedFile>();

  constructor(roots: readonly string[], lua: LuaRuntime, from?: CheckOrigin) {
    this.roots = roots;
    this.from = from;
    this.#lua = lua;
  }

  /** Check a script or a template, or report why it cannot be read. */
  check(kind: FileKind, file: string): CheckedFile {
    const key = `${kind}:${file}`;
    const known = this.#checked.get(key);
    if (known !== undefined) return known;
    const read = readScreenFile(this.roots, file, LIMITS.sourceFileBytes);
    const checked = read.ok
      ? this.#look(kind, file, read.value.bytes)
      : { findings: [findingOf(read.error, file)], references: [] };
    this.#checked.set(key, checked);
    return checked;
  }

  /** Find a file that a script or template in a folder names, as the server does. */
  find(dir: string, name: string): Result<string> {
    const found = readBeside({ roots: this.roots, dir }, name);
    return found.ok ? ok(found.value.name) : found;
  }

  #look(kind: FileKind, file: string, bytes: Buffer): CheckedFile {
    const source = bytes.toString('utf8');
    const looked = kind === 'script' ? this.#script(file, source, bytes) : this.#template(file, source);
    return { ...looked, findings: looked.findings.toSorted(byLine) };
  }

  #script(file: string, source: string, bytes: Buffer): CheckedFile {
    const failure = checkLuaSyntax(this.#lua, file, bytes);
    const references = findRequires(source)
      .filter(({ name }) => !STANDARD_MODULES.has(name))
      .map(({ name, line, column }) => ({
        line,
        column,
        written: `require "${name}"`,
        names: moduleFiles(name),
        optional: false,
      }));
    const changes = this.from === 'byonk' ? scriptFindings(file, source) : [];
    return { findings: [...(failure === null ? [] : [findingOf(failure, file)]), ...changes], references };
  }

  #template(file: string, source: string): CheckedFile {
    const { problems, references } = inspectTemplate(file, source);
    const warnings = precedenceWarnings(file, source);
    const changes = this.from === 'byonk' ? templateFindings(file, source) : [];
    return {
      findings: [
        ...problems.map((problem) => findingOf(problem, file)),
        ...warnings.map((warning) => findingOf(warning, file, 'warning')),
        ...changes,
      ],
      references: references.map(({ tag, names, ...place }) => ({
        ...place,
        names,
        written: `${tag} ${names.map((name) => `"${name}"`).join(', ')}`,
      })),
    };
  }
}

/** Order of findings in a file; those about the whole file come first. */
function byLine(a: CheckFinding, b: CheckFinding): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}
