/** `url_encode`, `url_decode`, `base64_encode`, `base64_decode`: all on bytes. */
import { LIMITS } from '../../base/limits.ts';
import { badArgument, bytesArgument, type FunctionGroup } from '../function-group.ts';
import { LuaRaise, type LuaStack } from '../lua-stack.ts';

/** RFC 3986, 2.3: everything else is escaped. */
const RESERVED = /[^A-Za-z0-9\-._~]/g;
const ESCAPE = /%([0-9a-fA-F]{2})|\+/g;
/** RFC 4648, 4 and 5, without white space: groups of four, the last one complete by padding or left short. */
const BASE64 = /^(?:[\w+/-]{4})*(?:[\w+/-]{2}(?:==)?|[\w+/-]{3}=?)?$/;

function binaryArgument(lua: LuaStack, name: string): string {
  const { length } = bytesArgument(lua, 1, name);
  if (length > LIMITS.httpResponseBytes)
    throw badArgument(1, name, `longer than ${LIMITS.httpResponseBytes} bytes`);
  return lua.binary(1) ?? '';
}

function hexEscape(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

export const encodingGroup: FunctionGroup = {
  functions: {
    url_encode: (lua) => {
      lua.pushBinary(binaryArgument(lua, 'url_encode').replace(RESERVED, hexEscape));
      return 1;
    },
    url_decode: (lua) => {
      const decoded = binaryArgument(lua, 'url_decode').replace(ESCAPE, (_, hex: string | undefined) =>
        hex === undefined ? ' ' : String.fromCharCode(Number.parseInt(hex, 16)),
      );
      lua.pushBinary(decoded);
      return 1;
    },
    base64_encode: (lua) => {
      const bytes = bytesArgument(lua, 1, 'base64_encode');
      lua.pushBinary(Buffer.from(bytes.buffer).toString('base64'));
      return 1;
    },
    base64_decode: (lua) => {
      const text = binaryArgument(lua, 'base64_decode').replace(/\s+/g, '');
      if (!BASE64.test(text)) throw new LuaRaise('base64_decode: the text is not base64');
      lua.pushBytes(Buffer.from(text, 'base64'));
      return 1;
    },
  },
};
