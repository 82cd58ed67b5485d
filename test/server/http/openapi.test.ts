import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ERRORS } from '../../../src/platform/base/errors.ts';
import { DOCUMENT, OPERATIONS } from '../../support/openapi/document.ts';
import { misfit } from '../../support/openapi/schemas.ts';

const document = DOCUMENT;
const { schemas, securitySchemes } = document.components;
const operations = OPERATIONS;

describe('the OpenAPI document', () => {
  it('is of version 3.1 and has all paths of the specification', () => {
    assert.match(document.openapi, /^3\.1\./);
    for (const route of [
      '/api/setup',
      '/api/display',
      '/api/image/{hash}.png',
      '/api/log',
      '/health',
      '/api/admin/devices',
      '/api/admin/devices/{key}',
      '/api/admin/devices/{key}/preview',
      '/api/admin/devices/{key}/logs',
      '/api/admin/pending',
      '/api/admin/config',
      '/api/admin/screens',
      '/api/admin/settings',
      '/api/admin/screen-repos',
      '/api/admin/screen-repos/{handle}',
      '/api/admin/screen-repos/{handle}/update',
      '/api/admin/screen-repos/update',
    ]) {
      assert.ok(Object.hasOwn(document.paths, route), route);
    }
  });

  it('has every component that it refers to, and uses every one that it has', () => {
    const text = JSON.stringify(document);
    const used = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name));
    assert.deepEqual([...used].toSorted(), Object.keys(schemas).toSorted());
    assert.ok(!text.includes('$defs'));
  });

  it('has examples that fit their schemas', () => {
    let examples = 0;
    for (const [name, schema] of Object.entries(schemas)) {
      for (const example of schema.examples ?? []) {
        assert.equal(misfit(schema, example), null, name);
        examples += 1;
      }
    }
    const parameters = operations.flatMap(({ operation }) => operation.parameters ?? []);
    for (const { name, schema } of parameters) {
      for (const example of schema.examples ?? []) assert.equal(misfit(schema, example), null, name);
    }
    assert.ok(examples >= 10);
  });

  it('names each operation once, and all parameters of its path', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    assert.equal(new Set(ids).size, ids.length);
    for (const { route, operation } of operations) {
      const inPath = [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      assert.deepEqual(
        declared.map((parameter) => parameter.name),
        inPath,
        route,
      );
    }
  });

  it('gives error answers with an example for each code, under the status of the code', () => {
    for (const { route, operation } of operations) {
      for (const [status, answer] of Object.entries(operation.responses)) {
        const examples = answer.content?.['application/json']?.examples ?? {};
        if (Number(status) >= 400 && status !== '429') assert.ok(Object.keys(examples).length > 0, route);
        for (const [code, { value }] of Object.entries(examples)) {
          assert.deepEqual(value, {
            status: Number(status),
            code,
            error: ERRORS[code as keyof typeof ERRORS].text,
          });
        }
      }
    }
  });

  it('asks for the admin token on every path of the admin API, and nowhere else', () => {
    for (const { route, method, operation } of operations) {
      const asked = (operation.security ?? []).flatMap((entry) => Object.keys(entry));
      for (const scheme of asked) assert.ok(Object.hasOwn(securitySchemes, scheme), scheme);
      assert.equal(asked.includes('adminToken'), route.startsWith('/api/admin/'), `${method} ${route}`);
      // Who signs in sends the token in the body.
      const takesToken = asked.length > 0 || operation.operationId === 'signIn';
      assert.equal('401' in operation.responses, takesToken, `${method} ${route}`);
    }
  });
});
