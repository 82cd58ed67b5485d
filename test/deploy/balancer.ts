/** The nginx of `deploy/cluster`, as a process in front of servers on loopback. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';
import { type Nginx, runNginx } from '../support/network/nginx.ts';

export const NGINX_CONF: string = readFileSync(path.join(PACKAGE_ROOT, 'deploy/cluster/nginx.conf'), 'utf8');

/** How it chooses a server: as the file says, as nginx does by itself, or as the file and `docs/operations.md` advise. */
export const METHODS = {
  'the server with the fewest calls': 'least_conn;',
  'each server in its turn': '',
  'a hash of the ID header': 'hash $http_id consistent;',
} as const;

export type Method = keyof typeof METHODS;

/** Start it with the ports of servers in the places of its own. Stop it in the test's `after`. */
export function startBalancer(
  ports: readonly number[],
  method: Method = 'the server with the fewest calls',
): Promise<Nginx> {
  return runNginx((folder, port) => {
    const left = [...ports];
    const text = NGINX_CONF.replace('least_conn;', METHODS[method]).replaceAll(
      /^ +server (stipple-\d:3000) .*\n/gm,
      (line, place) => {
        const own = left.shift();
        return own === undefined ? '' : line.replace(place, `127.0.0.1:${own}`);
      },
    );
    const placed = text.replaceAll('/tmp/', `${folder}/`).replace('listen 8080', `listen 127.0.0.1:${port}`);
    // One process, as the user of the tests.
    return `master_process off;\n${placed}`;
  });
}
