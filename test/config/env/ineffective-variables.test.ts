/** Tests of the warnings about variables without effect. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ineffectiveVariables } from '../../../src/config/env/ineffective-variables.ts';

describe('ineffectiveVariables', () => {
  it('names PORT unless BIND_ADDR says where to listen', () => {
    assert.deepEqual(ineffectiveVariables({ PORT: '8080' }), [
      'PORT has no effect; set BIND_ADDR to host:port, such as BIND_ADDR=0.0.0.0:$PORT',
    ]);
    assert.deepEqual(ineffectiveVariables({ PORT: '8080', BIND_ADDR: ':8080' }), []);
    assert.deepEqual(ineffectiveVariables({ PORT: '' }), []);
  });

  it('names misspelt and prefixed settings, with the name that counts', () => {
    const env = { BIND_ADRR: ':80', SERVICE_ADMIN_TOKNE: 'secret', STIPPLE_FONTS_DIR: 'fonts' };
    assert.deepEqual(ineffectiveVariables(env), [
      'BIND_ADRR has no effect; did you mean BIND_ADDR?',
      'SERVICE_ADMIN_TOKNE has no effect; did you mean SERVICE_ADMIN_TOKEN?',
      'STIPPLE_FONTS_DIR has no effect; did you mean FONTS_DIR?',
    ]);
    assert.deepEqual(ineffectiveVariables({ SERVICE_ADMIN_TOKEN_FIEL: '/run/secrets/token' }), [
      'SERVICE_ADMIN_TOKEN_FIEL has no effect; did you mean SERVICE_ADMIN_TOKEN_FILE?',
    ]);
  });

  it('leaves the variables of other programs alone', () => {
    const env = { PATH: '/bin', TZ: 'UTC', LOG: 'x', CONFIG: 'x', KUBECONFIG: 'x', NODE_OPTIONS: 'x' };
    const ofKubernetes = { STIPPLE_PORT: 'tcp://10.0.0.1:3000', STIPPLE_SERVICE_HOST: '10.0.0.1' };
    assert.deepEqual(ineffectiveVariables({ ...env, ...ofKubernetes, LOGLEVEL: 'x', LOG_LEVEL: 'warn' }), []);
  });
});
