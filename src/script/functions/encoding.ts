/** `url_encode`, `url_decode`, `base64_encode`, `base64_decode`: all on bytes. */
import { LIMITS } from '../../base/limits.ts';
import { decodeBase64 } from '../base64.ts';
import { badArgument, bytesArgument, type FunctionGroup } from '../function-group.ts';
import { LuaRaise, type LuaStack } from '../lua-stack.ts';
import { escapeUrl, unescapeUrl } from '../url-escapes.ts';

function boundedBytes(lua: LuaStack, name: string): Uint8Array<ArrayBuffer> {
  const bytes = bytesArgument(lua, 1, name);
  if (bytes.length > LIMITS.httpResponseBytes)
    throw badArgument(1, name, `longer than ${LIMITS.httpResponseBytes} bytes`);
  return bytes;
}

export const encodingGroup: FunctionGroup = {
  functions: {
    url_encode: (lua) => {
      lua.pushBytes(escapeUrl(boundedBytes(lua, 'url_encode')));
      return 1;
    },
    url_decode: (lua) => {
      lua.pushBytes(unescapeUrl(boundedBytes(lua, 'url_decode')));
      return 1;
    },
    base64_encode: (lua) => {
      lua.pushBinary(Buffer.from(boundedBytes(lua, 'base64_encode').buffer).toString('base64'));
      return 1;
    },
    base64_decode: (lua) => {
      // What 10 MB become: a third more, and line ends.
      const text = bytesArgument(lua, 1, 'base64_decode');
      if (text.length > LIMITS.httpResponseBytes * 1.5)
        throw badArgument(1, 'base64_decode', `longer than ${LIMITS.httpResponseBytes * 1.5} bytes`);
      const bytes = decodeBase64(text);
      if (bytes === null) throw new LuaRaise('base64_decode: the text is not base64');
      lua.pushBytes(bytes);
      return 1;
    },
  },
};
