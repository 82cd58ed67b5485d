/** Holds compose.yaml to the variables that there are: one that it does not pass on has no effect in the container. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { ENV_VARIABLES, readEnvironment } from '../../../src/config/env/env.ts';
import { PACKAGE_ROOT } from '../../../src/platform/base/version.ts';

/** Variables of others that count for the server, too. */
const OF_OTHERS = ['TZ', 'HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS'];

const TEXT = readFileSync(path.join(PACKAGE_ROOT, 'compose.yaml'), 'utf8');

interface ComposeFile {
  readonly services: { readonly stipple: Readonly<Record<string, unknown>> };
  readonly secrets?: unknown;
}

function read(text: string): ComposeFile {
  return parse(text) as ComposeFile;
}

const ENVIRONMENT = read(TEXT).services.stipple['environment'] as Readonly<Record<string, string>>;

describe('compose.yaml', () => {
  it('passes on, or sets, every variable, and no other', () => {
    assert.deepEqual(Object.keys(ENVIRONMENT).sort(), [...ENV_VARIABLES, ...OF_OTHERS].sort());
  });

  it('passes each on under its own name', () => {
    for (const [name, value] of Object.entries(ENVIRONMENT)) {
      const passed = /^\$\{(\w+):?-([\w:/]*)\}$/.exec(value);
      assert.equal(passed?.[1] ?? name, name);
      assert.ok(passed !== null || !value.includes('$'), `${name}: ${value}`);
    }
  });

  it('sets places in the container that the server takes', () => {
    const set = Object.entries(ENVIRONMENT).filter(([, value]) => !value.includes('$'));
    const settings = readEnvironment(Object.fromEntries(set));
    assert.ok(settings.ok);
    assert.deepEqual(settings.value.listen, { host: '0.0.0.0', port: 3000 });
    assert.equal(settings.value.configFile, '/data/config.yaml');
  });

  it('keeps state in the folder that is mounted, unless told otherwise', () => {
    assert.match(ENVIRONMENT['STORE_URL'] ?? '', /^\$\{STORE_URL-file:\/data\/state\}$/);
  });

  it('names only variables that docs/configuration.md describes', () => {
    const docs = readFileSync(path.join(PACKAGE_ROOT, 'docs/configuration.md'), 'utf8');
    for (const name of Object.keys(ENVIRONMENT)) assert.ok(docs.includes(`\`${name}\``), name);
  });

  it('is still one with its example of a secret switched on', () => {
    const switchedOn = TEXT.replaceAll(/^( *)# (secrets:| {2}admin_token:| {4}file:)/gm, '$1$2');
    const { services, secrets } = read(switchedOn);
    assert.deepEqual(services.stipple['secrets'], ['admin_token']);
    assert.deepEqual(secrets, { admin_token: { file: './secrets/admin_token' } });
  });
});
