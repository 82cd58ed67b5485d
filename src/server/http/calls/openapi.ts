/** `GET /openapi.json`. */
import { forwardedPrefix } from '../forwarded-prefix.ts';
import { JSON_TYPE, sendBytes } from '../json.ts';
import type { Route } from './call.ts';

export const openApiRoute: Route = {
  method: 'GET',
  path: '/openapi.json',
  serve: ({ parts, document, publicUrl }) => {
    // Made anew only where a proxy adds a prefix, which hardly anybody has two of.
    const bytes = parts.add(async () => documentBytes(await document(), '', publicUrl));
    return async (request, response) => {
      const prefix = forwardedPrefix(request);
      const body = prefix === '' ? await bytes() : documentBytes(await document(), prefix, publicUrl);
      sendBytes(response, JSON_TYPE, body);
    };
  },
};

function documentBytes(document: object, prefix: string, publicUrl: string | null): Buffer {
  return Buffer.from(JSON.stringify({ ...document, servers: servers(prefix, publicUrl) }), 'utf8');
}

/**
 * Where the paths of the document begin. First where it was fetched itself, relative to it: that holds behind proxies
 * that tell nothing, and a page of this server may call nothing else. Then the address that devices are told.
 */
function servers(prefix: string, publicUrl: string | null): readonly object[] {
  const here = {
    url: prefix === '' ? '.' : prefix,
    description: 'This server, at the address of this document',
  };
  if (publicUrl === null) return [here];
  return [here, { url: publicUrl, description: 'The address that devices use' }];
}
