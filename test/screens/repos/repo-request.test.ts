import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bothRequests, requestFor } from '../../../src/screens/repos/repo-request.ts';

describe('a request', () => {
  it('that comes while another one waits is added to it', () => {
    const asked = { ...requestFor('asked'), accept: true };
    assert.deepEqual(bothRequests(requestFor('due'), null), requestFor('due'));
    assert.deepEqual(bothRequests(requestFor('due'), asked), asked);
    assert.deepEqual(bothRequests(asked, requestFor('damaged')), {
      force: true,
      accept: true,
      reason: 'asked',
    });
    assert.deepEqual(bothRequests(requestFor('damaged'), requestFor('announced')), {
      ...{ force: true, accept: false },
      reason: 'announced',
    });
  });
});
