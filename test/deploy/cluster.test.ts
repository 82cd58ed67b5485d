/** Holds deploy/cluster/compose.yaml to what the server takes, and to its own balancer. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { ENV_VARIABLES, readEnvironment } from '../../src/config/env/env.ts';
import { LIMITS } from '../../src/platform/base/limits.ts';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';
import { readStateUrl } from '../../src/state/state-url.ts';
import { NGINX_CONF } from './balancer.ts';

const FOLDER = path.join(PACKAGE_ROOT, 'deploy/cluster');

interface Service {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes: readonly string[];
  readonly networks: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly stop_grace_period?: string;
  readonly [key: string]: unknown;
}

interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const FILE = parse(readFileSync(path.join(FOLDER, 'compose.yaml'), 'utf8'), { merge: true }) as ComposeFile;
const services = Object.entries(FILE.services);
const servers = services.filter(([, { image }]) => image === 'stipple');

describe('deploy/cluster/compose.yaml', () => {
  it('runs three equal servers with one store', () => {
    assert.equal(servers.length, 3);
    for (const [name, server] of servers) {
      const { depends_on: _, ...rest } = server;
      const { depends_on: _first, ...first } = FILE.services['stipple-1'] as Service;
      assert.deepEqual(rest, first, name);
      const environment = server.environment ?? {};
      const known: readonly string[] = ENV_VARIABLES;
      for (const variable of Object.keys(environment)) assert.ok(known.includes(variable), variable);
      const settings = readEnvironment(environment);
      assert.ok(settings.ok, JSON.stringify(settings));
      assert.deepEqual(settings.value.listen, { host: '0.0.0.0', port: 3000 });
      assert.equal(settings.value.trustProxy, 1);
      const store = readStateUrl(settings.value.storeUrl ?? '');
      assert.ok(store.ok && store.value.kind === 'redis');
      assert.ok(store.value.hosts.every(({ host }) => Object.hasOwn(FILE.services, host)));
      assert.ok(Number.parseInt(server.stop_grace_period ?? '', 10) * 1_000 > LIMITS.drainMs);
    }
  });

  it('lets the balancer alone be reached, and knows all servers there', () => {
    const published = services.filter(([, { ports }]) => ports !== undefined).map(([name]) => name);
    assert.deepEqual(published, ['balancer']);
    const [, listen] = /listen (\d+);/.exec(NGINX_CONF) ?? [];
    assert.deepEqual(FILE.services['balancer']?.ports, [`3000:${listen}`]);
    const upstreams = [...NGINX_CONF.matchAll(/^ +server ([\w-]+):3000 /gm)].map(([, name]) => name);
    assert.deepEqual(
      upstreams,
      servers.map(([name]) => name),
    );
    assert.equal(FILE.networks['store']?.internal, true);
    assert.deepEqual(FILE.services['valkey']?.networks, ['store']);
  });

  it('gives each service a check, no privileges, and a file system that it cannot write', () => {
    for (const [name, service] of services) {
      assert.ok(service['healthcheck'] !== undefined, name);
      assert.equal(service['read_only'], true, name);
      assert.deepEqual(service['cap_drop'], ['ALL'], name);
      assert.deepEqual(service['security_opt'], ['no-new-privileges:true'], name);
    }
  });

  it('names only services, networks, volumes and files that there are', () => {
    const all = services.map(([, service]) => service);
    const others = all.flatMap(({ depends_on = {} }) => Object.keys(depends_on));
    const networks = all.flatMap((service) => service.networks);
    const sources = all.flatMap(({ volumes }) => volumes.map((volume) => volume.split(':')[0] ?? ''));
    const isHere = (source: string): boolean =>
      // The folder of the operator is made by hand.
      source === './data' || (source.startsWith('.') && existsSync(path.join(FOLDER, source)));
    assert.deepEqual(
      others.filter((name) => !Object.hasOwn(FILE.services, name)),
      [],
    );
    assert.deepEqual(
      networks.filter((name) => !Object.hasOwn(FILE.networks, name)),
      [],
    );
    assert.deepEqual(
      sources.filter((source) => !Object.hasOwn(FILE.volumes, source) && !isHere(source)),
      [],
    );
    assert.ok(existsSync(path.join(FOLDER, '../../Dockerfile')));
  });
});
