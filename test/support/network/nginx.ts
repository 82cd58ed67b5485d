/** A real nginx in front of a server. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { requireTool } from '../tools/tools.ts';
import { until } from '../waiting.ts';
import { freePort } from './listen.ts';

export interface Nginx {
  /** Without a slash at its end. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Start nginx with some `location` blocks. Stop it in the test's `after`. */
export function startNginx(locations: string): Promise<Nginx> {
  return runNginx((folder, port) => configText(folder, port, locations));
}

/** Start nginx with a config of its own, which is to write below a folder and to listen on a port of loopback. */
export async function runNginx(text: (folder: string, port: number) => string): Promise<Nginx> {
  const program = requireTool('nginx');
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-nginx-'));
  const port = await freePort();
  const config = path.join(folder, 'nginx.conf');
  writeFileSync(config, text(folder, port));
  const child = spawn(program, ['-p', folder, '-c', config, '-g', 'daemon off;']);
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
  const failed = ended.then(() => Promise.reject(new Error(`nginx ended: ${said}`)));
  failed.catch(() => {});
  const url = `http://127.0.0.1:${port}`;
  const answers = (): Promise<boolean> =>
    fetch(url).then(
      () => true,
      () => false,
    );
  await Promise.race([until(answers, 'nginx answers'), failed]);
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One process, as the user of the tests, with all its files in a folder of its own. */
function configText(folder: string, port: number, locations: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `master_process off;
pid ${folder}/pid;
error_log stderr warn;
events { worker_connections 64; }
http {
  access_log off;
  ${temporary.join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    ${locations}
  }
}
`;
}
