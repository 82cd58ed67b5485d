/** Holds deploy/kubernetes to the API of Kubernetes, to itself, and to the server. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { Deployment } from 'kubernetes-types/apps/v1.d.ts';
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v2.d.ts';
import type { ConfigMap, Probe, Secret, Service } from 'kubernetes-types/core/v1.d.ts';
import type { Ingress, NetworkPolicy } from 'kubernetes-types/networking/v1.d.ts';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.d.ts';
import { parseAllDocuments } from 'yaml';
import { ENV_VARIABLES, readEnvironment } from '../../src/config/env/env.ts';
import { LIMITS } from '../../src/platform/base/limits.ts';
import { PACKAGE_ROOT, VERSION } from '../../src/platform/base/version.ts';
import { readStateUrl } from '../../src/state/state-url.ts';
import { accepted } from '../support/config/read-config.ts';
import { startServer } from '../support/server/server.ts';
import { until } from '../support/waiting.ts';
import { type ApiObject, typeProblems } from './kubernetes-types.ts';

const FOLDER = path.join(PACKAGE_ROOT, 'deploy/kubernetes');

const OBJECTS: readonly ApiObject[] = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml'))
  .sort()
  .flatMap((name) => parseAllDocuments(readFileSync(path.join(FOLDER, name), 'utf8')))
  .map((document) => document.toJS() as ApiObject);

function only<Kind>(kind: string): Kind {
  const found = OBJECTS.filter((object) => object.kind === kind);
  assert.equal(found.length, 1, kind);
  return found[0] as Kind;
}

const deployment = only<Deployment>('Deployment');
const template = deployment.spec?.template;
const pod = template?.spec;
const [container] = pod?.containers ?? [];
assert.ok(template !== undefined && pod !== undefined && container !== undefined);
const labels = template.metadata?.labels ?? {};
const environment = container.env ?? [];
const ports = new Map((container.ports ?? []).map(({ name, containerPort }) => [name, containerPort]));

/** Seconds until a probe gives up. */
function patience(probe: Probe | undefined): number {
  return (probe?.periodSeconds ?? 0) * (probe?.failureThreshold ?? 0);
}

describe('deploy/kubernetes', () => {
  it('has only objects and fields that Kubernetes knows', (t) => {
    assert.deepEqual(OBJECTS.map(({ kind }) => kind).sort(), [
      ...['ConfigMap', 'Deployment', 'HorizontalPodAutoscaler', 'Ingress', 'NetworkPolicy'],
      ...['PodDisruptionBudget', 'Secret', 'Service'],
    ]);
    assert.equal(typeProblems(t, OBJECTS), '');
    const misspelt = { ...deployment, spec: { ...deployment.spec, strategi: {} } } as unknown as ApiObject;
    assert.match(typeProblems(t, [misspelt]), /strategi/);
  });

  it('means the same servers everywhere', () => {
    assert.deepEqual(labels, { 'app.kubernetes.io/name': 'stipple' });
    const policy = only<NetworkPolicy>('NetworkPolicy');
    const spread = (pod.topologySpreadConstraints ?? []).map(
      ({ labelSelector }) => labelSelector?.matchLabels,
    );
    for (const selected of [
      deployment.spec?.selector.matchLabels,
      only<Service>('Service').spec?.selector,
      only<PodDisruptionBudget>('PodDisruptionBudget').spec?.selector?.matchLabels,
      policy.spec?.podSelector.matchLabels,
      ...spread,
    ]) {
      assert.deepEqual(selected, labels);
    }
    assert.equal(spread.length, 2);
    const { scaleTargetRef } = only<HorizontalPodAutoscaler>('HorizontalPodAutoscaler').spec ?? {};
    assert.deepEqual(scaleTargetRef, { apiVersion: 'apps/v1', kind: 'Deployment', name: 'stipple' });
    assert.equal(deployment.spec?.replicas, undefined, 'the autoscaler says it');
  });

  it('sets variables that the server takes, from a secret that is there', () => {
    const known: readonly string[] = ENV_VARIABLES;
    const secret = only<Secret>('Secret');
    for (const { name, valueFrom } of environment) {
      assert.ok(known.includes(name), name);
      const { name: from, key = '', optional = false } = valueFrom?.secretKeyRef ?? {};
      if (valueFrom === undefined) continue;
      assert.equal(from, secret.metadata?.name);
      assert.ok(optional || secret.stringData?.[key] !== undefined, key);
    }
    const store = readStateUrl(secret.stringData?.['store-url'] ?? '');
    assert.ok(store.ok && store.value.kind === 'redis');
    const settings = readEnvironment(Object.fromEntries(environment.map(({ name, value }) => [name, value])));
    assert.ok(settings.ok);
    assert.equal(settings.value.listen.port, ports.get('http'));
    assert.equal(settings.value.metrics?.port, ports.get('metrics'));
    assert.equal(settings.value.trustProxy, 1);
    assert.equal(settings.value.rasterThreads, Number(container.resources?.limits?.['cpu']));
    assert.ok(container.image?.endsWith(`:${VERSION}`), container.image);
  });

  it('has a config that the server takes, in a folder that follows its edits', () => {
    const config = only<ConfigMap>('ConfigMap');
    assert.deepEqual(accepted(config.data?.['config.yaml'] ?? '').warnings, []);
    const mounts = container.volumeMounts ?? [];
    const volumes = new Map((pod.volumes ?? []).map((volume) => [volume.name, volume]));
    assert.deepEqual(mounts.map(({ name }) => name).sort(), [...volumes.keys()].sort());
    assert.ok(mounts.every(({ subPath }) => subPath === undefined));
    assert.equal(volumes.get('config')?.configMap?.name, config.metadata?.name);
    const places = new Map(mounts.map(({ name, mountPath }) => [name, mountPath]));
    const value = (variable: string): string =>
      environment.find(({ name }) => name === variable)?.value ?? '';
    assert.equal(value('CONFIG_FILE'), `${places.get('config')}/config.yaml`);
    assert.ok(value('SCREEN_REPOS_CACHE_DIR').startsWith(`${places.get('cache')}/`));
    assert.equal(places.get('tmp'), '/tmp');
  });

  it('asks for paths that the server answers, and gives it time to start and to end', async (t) => {
    const server = await startServer();
    t.after(() => server.stop());
    const { startupProbe, readinessProbe, livenessProbe } = container;
    const paths = [startupProbe, readinessProbe, livenessProbe].map((probe) => {
      assert.equal(probe?.httpGet?.port, 'http');
      return probe?.httpGet?.path;
    });
    assert.deepEqual(paths, ['/ready', '/ready', '/health']);
    for (const route of paths) {
      await until(async () => (await fetch(`${server.url}${route}`)).status === 200, `${route} answers 200`);
    }
    assert.ok(patience(startupProbe) >= 60);
    assert.ok(patience(livenessProbe) >= 30);
    const { command = [] } = container.lifecycle?.preStop?.exec ?? {};
    assert.deepEqual(command, ['sleep', '5']);
    // Calls, then pictures that are being drawn.
    const ending = 5 + (2 * LIMITS.drainMs) / 1_000;
    assert.ok((pod.terminationGracePeriodSeconds ?? 0) > ending);
    assert.deepEqual(deployment.spec?.strategy?.rollingUpdate, { maxUnavailable: 0, maxSurge: 1 });
  });

  it('gives the server no rights that it does not need, and bounded resources', () => {
    assert.equal(pod.securityContext?.runAsNonRoot, true);
    assert.equal(pod.securityContext?.seccompProfile?.type, 'RuntimeDefault');
    assert.equal(pod.automountServiceAccountToken, false);
    assert.deepEqual(container.securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    for (const name of ['cpu', 'memory']) {
      assert.ok(container.resources?.requests?.[name] !== undefined, name);
      assert.ok(container.resources?.limits?.[name] !== undefined, name);
    }
    const { spec } = only<NetworkPolicy>('NetworkPolicy');
    assert.deepEqual(spec?.policyTypes, ['Ingress', 'Egress']);
    for (const { ports: open = [] } of spec?.ingress ?? []) {
      for (const { port } of open) assert.ok(ports.has(String(port)), String(port));
    }
  });

  it('leads from the ingress to the port of the server', () => {
    const service = only<Service>('Service');
    const [backend] = only<Ingress>('Ingress').spec?.rules?.[0]?.http?.paths ?? [];
    assert.equal(backend?.backend.service?.name, service.metadata?.name);
    const [port] = service.spec?.ports ?? [];
    assert.equal(backend?.backend.service?.port?.name, port?.name);
    assert.ok(ports.has(String(port?.targetPort)));
  });
});
