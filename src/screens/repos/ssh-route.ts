/** How ssh connects to the host of a repo: by the operator's own settings, but over our connection. */
import { execFile } from 'node:child_process';
import type { RepoHost } from '../../domain/repo-url.ts';

/** A host after the operator's `ssh_config` was applied. */
export interface SshHost {
  readonly name: string;
  readonly port: number;
  /** The name of its key in `known_hosts`. */
  readonly keyName: string;
  /** True when another program or host makes the connection (`ProxyCommand`, `ProxyJump`). */
  readonly isProxied: boolean;
}

const DEFAULT_PORT = 22;
const ASK_MS = 10_000;
const SAFE = /^[A-Za-z0-9._:[\]-]+$/;

/**
 * Ask ssh for the host that it would connect to (`ssh -G` opens no connection). Without an answer, the host as written.
 * @param user of the address, null when it names none: settings may depend on it
 */
export async function resolveSshHost(
  { name, port }: RepoHost,
  user: string | null,
  variables: Readonly<Record<string, string>>,
): Promise<SshHost> {
  const destination = user === null ? name : `${user}@${name}`;
  const options = port === null ? [] : ['-p', String(port)];
  const text = await new Promise<string>((resolve) => {
    execFile(
      'ssh',
      ['-G', '-oBatchMode=yes', ...options, '--', destination],
      { env: { ...variables }, timeout: ASK_MS, killSignal: 'SIGKILL', maxBuffer: 1_048_576 },
      (error, stdout) => resolve(error === null ? stdout : ''),
    );
  });
  const settings = new Map(text.split('\n').map((line) => splitLine(line)));
  const host = settings.get('hostname') ?? name;
  const realPort = Number(settings.get('port') ?? port ?? DEFAULT_PORT);
  const alias = settings.get('hostkeyalias');
  const isProxied = ['proxycommand', 'proxyjump'].some((key) => (settings.get(key) ?? 'none') !== 'none');
  return { name: host, port: realPort, keyName: alias ?? keyNameOf(host, realPort), isProxied };
}

/**
 * Options that make ssh connect to a port of ours, but verify the key of the real host.
 * @returns null when a name in them could mean something to a shell
 */
export function sshThrough(port: number, { keyName }: SshHost): string | null {
  if (!SAFE.test(keyName)) return null;
  return `-oHostName=127.0.0.1 -oPort=${port} '-oHostKeyAlias=${keyName}' -oCheckHostIP=no -oProxyCommand=none`;
}

/** The name of a host as ssh writes it into `known_hosts` (sshd(8)). */
function keyNameOf(host: string, port: number): string {
  return port === DEFAULT_PORT ? host.toLowerCase() : `[${host.toLowerCase()}]:${port}`;
}

function splitLine(line: string): [string, string] {
  const space = line.indexOf(' ');
  return space < 0 ? [line, ''] : [line.slice(0, space), line.slice(space + 1).trim()];
}
