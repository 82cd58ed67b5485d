/** `url_encode`, `url_decode`, `base64_encode`, `base64_decode`. All of them work on bytes. */
import { HTTP_RESPONSE_BYTES } from '../../fetch/request.ts';
import { decodeBase64 } from '../base64.ts';
import { badArgument, bytesArgument, type FunctionGroup } from '../function-group.ts';
import { LuaRaise, type LuaStack } from '../lua-stack.ts';
import { escapeUrl, unescapeUrl } from '../url-escapes.ts';

/** Longest base64 text: a third longer than its bytes, plus line ends. */
const MAX_BASE64_BYTES = HTTP_RESPONSE_BYTES * 1.5;

function boundedBytes(
  lua: LuaStack,
  name: string,
  maxBytes: number = HTTP_RESPONSE_BYTES,
): Uint8Array<ArrayBuffer> {
  const bytes = bytesArgument(lua, 1, name);
  if (bytes.length > maxBytes) throw badArgument(1, name, `longer than ${maxBytes} bytes`);
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
      const bytes = decodeBase64(boundedBytes(lua, 'base64_decode', MAX_BASE64_BYTES));
      if (bytes === null) throw new LuaRaise('base64_decode: the text is not base64');
      lua.pushBytes(bytes);
      return 1;
    },
  },
};
