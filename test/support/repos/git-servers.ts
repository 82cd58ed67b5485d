/** Real git servers on loopback: `git daemon`, and smart HTTP by `git http-backend` behind a small server. */
import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { freePort } from '../network/listen.ts';
import { requireTool } from '../tools/tools.ts';
import { until } from '../waiting.ts';

/** How a server behaves; tests change it while it runs. */
export interface Behaviour {
  /**
   * `hang` takes requests and never answers, `echo` fails with a message that says the login back, a number answers
   * every request with that status.
   */
  mode: 'serve' | 'hang' | 'echo' | number;
  /** The password that it asks for; null lets everybody in. */
  password: string | null;
  /** Speaks the first protocol, in which only the tips of refs can be fetched. */
  old: boolean;
  /** Serves the files as any web server would. */
  dumb: boolean;
  /** Sends everybody on to this address. */
  redirect: string | null;
}

export interface HttpGitServer {
  readonly url: string;
  readonly behaviour: Behaviour;
  /** Every request: method, path and the login that came with it. */
  readonly requests: { readonly path: string; readonly login: string | null }[];
  close(): Promise<void>;
}

/** Serve the repositories below a folder over HTTP. */
export async function httpGitServer(
  t: TestContext,
  folder: string,
  initial: Partial<Behaviour> = {},
): Promise<HttpGitServer> {
  const behaviour: Behaviour = {
    mode: 'serve',
    password: null,
    old: false,
    dumb: false,
    redirect: null,
    ...initial,
  };
  const requests: { path: string; login: string | null }[] = [];
  const server = createServer((request, response) => {
    const login = loginOf(request);
    requests.push({ path: request.url ?? '', login });
    if (behaviour.mode === 'hang') return;
    if (typeof behaviour.mode === 'number') {
      response.writeHead(behaviour.mode).end('no');
    } else if (behaviour.redirect !== null) {
      const rest = (request.url ?? '').replace(/^\/[^/]*/, '');
      response.writeHead(302, { Location: behaviour.redirect + rest }).end();
    } else if (behaviour.password !== null && login?.split(':')[1] !== behaviour.password) {
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end('who are you?');
    } else if (behaviour.mode === 'echo') {
      response.setHeader('Content-Type', 'application/x-git-upload-pack-advertisement');
      const said = `${login} ${login?.split(':')[1]} ${request.headers.authorization}`;
      response.end(
        `${packet('# service=git-upload-pack\n')}0000${packet(`ERR you are ${said}, I know /etc/passwd\n`)}`,
      );
    } else {
      answer(request, response, folder, behaviour);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  t.after(close);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, behaviour, requests, close };
}

/** A line of git's protocol, with its length in front (gitprotocol-common(5), pkt-line). */
function packet(text: string): string {
  return (text.length + 4).toString(16).padStart(4, '0') + text;
}

function loginOf(request: IncomingMessage): string | null {
  const [, basic] = /^Basic (.+)$/.exec(request.headers.authorization ?? '') ?? [];
  return basic === undefined ? null : Buffer.from(basic, 'base64').toString('utf8');
}

/** Hand a request to `git http-backend` by the rules of CGI (RFC 3875). */
function answer(
  request: IncomingMessage,
  response: ServerResponse,
  folder: string,
  behaviour: Behaviour,
): void {
  const [pathInfo = '', query = ''] = (request.url ?? '').split('?');
  const protocol = request.headers['git-protocol'];
  const backend = spawn(requireTool('git'), ['http-backend'], {
    env: {
      PATH: process.env['PATH'],
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: pathInfo,
      // A query makes the difference between a git server and a folder on the web.
      QUERY_STRING: behaviour.dumb ? '' : query,
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      ...(behaviour.old || typeof protocol !== 'string' ? {} : { GIT_PROTOCOL: protocol }),
    },
  });
  request.pipe(backend.stdin);
  backend.stdin.on('error', () => undefined);
  let head = Buffer.alloc(0);
  let answered = false;
  backend.stdout.on('data', (chunk: Buffer) => {
    if (answered) {
      response.write(chunk);
      return;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    answered = true;
    writeHead(response, head.toString('latin1', 0, end));
    response.write(head.subarray(end + 4));
  });
  backend.stdout.on('end', () => response.end());
  response.on('close', () => backend.kill('SIGKILL'));
}

function writeHead(response: ServerResponse, text: string): void {
  const headers = text.split('\r\n').map((line) => line.split(/: (.*)/s));
  const status = headers.find(([name]) => name === 'Status')?.[1] ?? '200';
  for (const [name = '', value = ''] of headers) if (name !== 'Status') response.setHeader(name, value);
  response.statusCode = Number.parseInt(status, 10);
}

/** Serve the repositories below a folder by `git daemon`. @param at  its port; null for any that is free */
export async function gitDaemon(
  t: TestContext,
  folder: string,
  at: number | null = null,
): Promise<{ url: string; stop(): Promise<void> }> {
  const port = at ?? (await freePort());
  const args = [
    'daemon',
    '--reuseaddr',
    '--listen=127.0.0.1',
    `--port=${port}`,
    `--base-path=${folder}`,
    folder,
  ];
  const daemon = spawn(requireTool('git'), args, { stdio: 'ignore', detached: true });
  const ended = new Promise((resolve) => daemon.once('exit', resolve));
  const stop = async (): Promise<void> => {
    if (daemon.pid !== undefined && daemon.exitCode === null && daemon.signalCode === null) {
      process.kill(-daemon.pid, 'SIGKILL');
    }
    await ended;
  };
  t.after(stop);
  await until(() => accepts(port), `git listens on port ${port}`);
  return { url: `git://127.0.0.1:${port}`, stop };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.destroy());
    socket.on('connect', () => resolve(true));
    socket.on('error', () => resolve(false));
  });
}

/** The folder name of a repository in a URL. */
export function below(url: string, dir: string): string {
  return `${url}/${path.basename(dir)}`;
}
