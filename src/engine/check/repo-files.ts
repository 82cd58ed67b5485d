/** The files of a tree in a check: each is read and checked once, however many screens use it. */
import { LIMITS } from '../../platform/base/limits.ts';
import { ok, type Result } from '../../platform/base/result.ts';
import type { LuaRuntime } from '../../screens/script/lua-runtime.ts';
import { moduleFiles, STANDARD_MODULES } from '../../screens/script/module-files.ts';
import { readScreenFile } from '../../screens/sources/files.ts';
import { readBeside } from '../../screens/sources/own-files.ts';
import { inspectTemplate } from '../../screens/template/inspect.ts';
import { precedenceWarnings } from '../../screens/template/tera-precedence.ts';
import { scriptFindings } from './byonk/script.ts';
import { templateFindings } from './byonk/template.ts';
import { type Finding, findingOf } from './finding.ts';
import { findRequires } from './lua-requires.ts';
import { checkLuaSyntax } from './lua-syntax.ts';

/** A position in a file that refers to another file. */
export interface FileReference {
  readonly line: number;
  readonly column: number;
  /** As the author wrote it, for messages: `include "row.svg"`. */
  readonly written: string;
  /** File names; the first that exists is used. */
  readonly names: readonly string[];
  readonly optional: boolean;
}

/** The findings about one file, for all screens that use it. */
export interface CheckedFile {
  readonly findings: readonly Finding[];
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
function byLine(a: Finding, b: Finding): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}
