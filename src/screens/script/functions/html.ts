/** `html_parse`, and the methods of documents, elements and lists of elements. */
import { type Options, selectAll, selectOne } from 'css-select';
import { type AnyNode, type Document, type Element, isTag as isElement } from 'domhandler';
import * as domutils from 'domutils';
import { badArgument, type FunctionGroup, type LuaFunction, textArgument } from '../function-group.ts';
import { parsePage } from '../html/parse-page.ts';
import { LuaRaise, type LuaStack } from '../lua-stack.ts';
import { type RunContext, RunEnd } from '../run-context.ts';

/** HTML that one run may parse: a parsed page takes many times the memory of its text. */
export const SCRIPT_HTML_BYTES = 8 * 1024 * 1024;

type HtmlNode = Document | Element;

const DOCUMENT = 'html.document';
const ELEMENT = 'html.element';
const LIST = 'html.list';
const MAX_SELECTOR = 1_000;
/** Nodes that a selector examines between two checkpoints: well under a millisecond. */
const NODES_PER_CHECKPOINT = 4_000;

/** Push a userdata for a node. Its four bytes are the number of the node in the run. */
function pushNode(lua: LuaStack, run: RunContext, node: HtmlNode): void {
  const block = lua.api.lua_newuserdatauv(lua.L, 4, 0);
  lua.machine.words[block >> 2] = run.handleOf(node);
  lua.pushMetatable(node.type === 'root' ? DOCUMENT : ELEMENT);
  lua.api.lua_setmetatable(lua.L, -2);
}

/** The node on which a method was called. */
function self(lua: LuaStack, run: RunContext, method: string): HtmlNode {
  if (!lua.hasMetatable(1, ELEMENT) && !lua.hasMetatable(1, DOCUMENT)) {
    throw badArgument(1, method, 'document or element expected; call it as node:method()');
  }
  const block = lua.api.lua_touserdata(lua.L, 1);
  return run.objectOf(lua.machine.words[block >> 2] ?? -1) as HtmlNode;
}

/** Options for a query that checks the time limits, since some selectors take quadratic time. */
function timedOptions(run: RunContext): Options<AnyNode, Element> {
  let examined = 0;
  const count = (): void => {
    examined += 1;
    if (examined % NODES_PER_CHECKPOINT === 0) run.checkpoint();
  };
  const isTag = (node: AnyNode): node is Element => {
    count();
    return isElement(node);
  };
  const equals = (one: AnyNode, other: AnyNode): boolean => {
    count();
    return one === other;
  };
  return { adapter: { ...domutils, isTag, equals } };
}

/** Run a query; an invalid selector becomes an error of the script. */
function query<T>(lua: LuaStack, method: string, find: (selector: string) => T): T {
  const selector = textArgument(lua, 2, method);
  if (selector.length > MAX_SELECTOR) throw new LuaRaise(`${method}: the selector is too long`);
  try {
    return find(selector);
  } catch (error) {
    if (error instanceof RunEnd) throw error;
    const reason = error instanceof Error ? error.message : 'not supported';
    throw new LuaRaise(`${method}: '${selector.slice(0, 60)}' is no valid CSS selector: ${reason}`);
  }
}

const select: LuaFunction = (lua, run) => {
  const node = self(lua, run, 'select');
  const options = timedOptions(run);
  const found = query(lua, 'select', (selector) => selectAll<AnyNode, Element>(selector, node, options));
  lua.reserve(6);
  lua.api.lua_createtable(lua.L, found.length, 0);
  for (const [n, element] of found.entries()) {
    pushNode(lua, run, element);
    lua.api.lua_rawseti(lua.L, -2, BigInt(n + 1));
  }
  lua.pushMetatable(LIST);
  lua.api.lua_setmetatable(lua.L, -2);
  return 1;
};

const selectFirst: LuaFunction = (lua, run) => {
  const node = self(lua, run, 'select_one');
  const options = timedOptions(run);
  const found = query(lua, 'select_one', (selector) => selectOne<AnyNode, Element>(selector, node, options));
  if (found === null) lua.pushNil();
  else pushNode(lua, run, found);
  return 1;
};

const text: LuaFunction = (lua, run) => {
  lua.pushText(domutils.textContent(self(lua, run, 'text')));
  return 1;
};

const html: LuaFunction = (lua, run) => {
  lua.pushText(domutils.getInnerHTML(self(lua, run, 'html'), { encodeEntities: 'utf8' }));
  return 1;
};

const attr: LuaFunction = (lua, run) => {
  const node = self(lua, run, 'attr');
  const name = textArgument(lua, 2, 'attr').toLowerCase();
  const value = node.type === 'root' ? undefined : domutils.getAttributeValue(node, name);
  if (value === undefined) lua.pushNil();
  else lua.pushText(value);
  return 1;
};

const tag: LuaFunction = (lua, run) => {
  const node = self(lua, run, 'tag');
  if (node.type === 'root') lua.pushNil();
  else lua.pushText(node.name);
  return 1;
};

export const htmlGroup: FunctionGroup = {
  functions: {
    html_parse: (lua, run) => {
      const source = textArgument(lua, 1, 'html_parse');
      run.htmlBytes += source.length;
      if (run.htmlBytes > SCRIPT_HTML_BYTES) {
        throw new LuaRaise(`html_parse: more than ${SCRIPT_HTML_BYTES} bytes of HTML in one run`);
      }
      pushNode(
        lua,
        run,
        parsePage(source, () => run.checkpoint()),
      );
      return 1;
    },
  },
  types: {
    [DOCUMENT]: { select, select_one: selectFirst, text, html },
    [ELEMENT]: { select, select_one: selectFirst, text, html, attr, tag },
    [LIST]: {},
  },
  // In Lua, so that the script's function may yield.
  prelude: `
local _, _, methods = ...
methods["${LIST}"].each = function(list, fn)
  for i = 1, #list do fn(list[i], i) end
  return list
end`,
};
