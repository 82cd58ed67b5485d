/** Runs templates from templates: inheritance, blocks, includes and imports. */

import type { Position } from '../../../platform/base/position.ts';
import { suggestion } from '../suggestion.ts';
import { dataError } from '../template-error.ts';
import { isList, plainText, type SafeText, Special, typeName, type Value } from '../values.ts';
import { MacroValue } from './callable.ts';
import { type BlockUnit, type Context, Frame, type FrameBase, type Template } from './frame.ts';

interface BlockVersion {
  readonly block: BlockUnit;
  readonly template: Template;
}

/**
 * Run a template and the templates that it extends; the output goes to the run.
 * Outside of its blocks, a derived template sets variables, but prints nothing.
 */
export function runTemplate(template: Template, base: FrameBase, context: Context): void {
  const blocks = new Map<string, BlockVersion[]>();
  const seen = [template.name];
  let current = template;
  for (;;) {
    addBlocks(blocks, current);
    const frame = new Frame(base, current, context, blocks, current.program.slots);
    base.run.file = current.name;
    const { parent } = current.program;
    if (parent === undefined) {
      current.program.body(frame);
      return;
    }
    const body = current.program.body;
    base.run.capture(() => {
      body(frame);
    });
    const name = nameFrom(parent.name(frame), parent.place, 'extends');
    current = loadNeeded(base, name, parent.place);
    if (seen.includes(current.name)) {
      const circle = [...seen, current.name].join(' → ');
      throw dataError(parent.place, `templates extend each other in a circle: ${circle}`);
    }
    seen.push(current.name);
  }
}

function addBlocks(table: Map<string, BlockVersion[]>, template: Template): void {
  for (const block of template.program.blocks.values()) {
    const versions = table.get(block.name);
    if (versions === undefined) table.set(block.name, [{ block, template }]);
    else versions.push({ block, template });
  }
}

function loadNeeded(base: FrameBase, name: string, place: Position): Template {
  const loaded = base.load(name, place, false);
  if (loaded === null) throw dataError(place, `there is no template "${name}"`);
  return loaded;
}

function nameFrom(value: Value, place: Position, tag: string): string {
  const name = plainText(value);
  if (name === undefined || name === '') {
    throw dataError(place, `'${tag}' needs the name of a file as text, got ${typeName(value)}`);
  }
  return name;
}

/**
 * Write a block.
 * @param level  0 for its most derived version, 1 for the version that this one overrides, and so on
 */
export function runBlock(name: string, level: number, from: Frame, context: Context, place: Position): void {
  const version = from.blocks.get(name)?.[level];
  if (version === undefined)
    throw dataError(place, `block '${name}' has no version above this one: super() has nothing to show`);
  const { run } = from;
  const { file } = run;
  const frame = new Frame(from, version.template, context, from.blocks, version.block.slots);
  frame.blockLevel = level;
  run.enter(place);
  run.file = version.template.name;
  version.block.body(frame);
  run.file = file;
  run.leave();
}

/** The value of `super()` inside a block: the output of the version that this one overrides. */
export function superOf(name: string, from: Frame, place: Position): SafeText {
  return from.run.capture(() => runBlock(name, from.blockLevel + 1, from, from.context, place));
}

/** Write the output of another template. Of a list of names, the first that exists is used. */
export function include(
  names: Value,
  optional: boolean,
  from: Frame,
  context: Context,
  place: Position,
): void {
  const found = findTemplate(names, optional, from, place);
  if (found === null) return;
  const { run } = from;
  const { file } = run;
  run.enterFile(found.name, place);
  runTemplate(found, from, context);
  run.file = file;
  run.leaveFile();
}

function findTemplate(names: Value, optional: boolean, from: Frame, place: Position): Template | null {
  if (!isList(names)) return from.load(nameFrom(names, place, 'include'), place, optional);
  const wanted = names.map((name) => nameFrom(name, place, 'include'));
  for (const [index, name] of wanted.entries()) {
    const isLast = index === wanted.length - 1;
    const found = from.load(name, place, optional || !isLast);
    if (found !== null) return found;
  }
  return null;
}

/** An imported file: its macros, and the variables that it sets. */
export class Module extends Special {
  readonly what: string;
  readonly #template: Template;
  readonly #context: Context;

  constructor(template: Template, context: Context) {
    super();
    this.what = `the imported file '${template.name}'`;
    this.#template = template;
    this.#context = context;
  }

  member(name: string): Value {
    const macro = this.#template.program.macros.get(name);
    if (macro !== undefined) return new MacroValue(macro, this.#template, this.#context);
    return this.#context.getSet(name);
  }

  /** Names of its macros, for suggestions. */
  get names(): Iterable<string> {
    return this.#template.program.macros.keys();
  }
}

/** Run a file for its macros and variables; its output is dropped. It sees the caller's names only if `withContext`. */
export function importModule(name: Value, withContext: boolean, from: Frame, place: Position): Module {
  const template = loadNeeded(from, nameFrom(name, place, 'import'), place);
  const context = withContext ? from.context.inner() : from.context.fresh();
  const { run } = from;
  const { file } = run;
  run.enterFile(template.name, place);
  run.capture(() => runTemplate(template, from, context));
  run.file = file;
  run.leaveFile();
  return new Module(template, context);
}

/** One member of an imported file, for `from … import`. */
export function importMember(module: Module, name: string, place: Position): Value {
  const member = module.member(name);
  if (member !== undefined) return member;
  const close = suggestion(name, module.names);
  throw dataError(place, `${module.what} has no macro or variable '${name}'${close}`);
}
