/** Which methods a path takes: those of the OpenAPI document, with `HEAD` for `GET`; all others get 405 with these in `Allow`. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ApiScene, credentialsOf, pathOf } from '../../support/openapi/api-scene.ts';
import { methodsOf, OPERATIONS } from '../../support/openapi/document.ts';
import { documentedFetch } from '../../support/openapi/documented-fetch.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];
const ROUTES = [...new Map(OPERATIONS.map((place) => [place.route, place])).values()];

describe('each path of the OpenAPI document', () => {
  let scene: ApiScene;
  before(async () => {
    scene = await ApiScene.start();
  });
  after(() => scene.stop());

  for (const place of ROUTES) {
    const { route } = place;
    it(`${route} refuses the methods that the document does not have, and says which it takes`, async () => {
      const allowed = methodsOf(route);
      for (const method of METHODS.filter((name) => !allowed.includes(name))) {
        // The answer is judged there.
        const { status } = await documentedFetch(scene.admin.server.url + pathOf(route), {
          method,
          headers: credentialsOf(place),
        });
        assert.equal(status, 405, method);
      }
    });
  }

  it('answers a HEAD as a GET, without its body', async () => {
    const reads = OPERATIONS.filter(({ method, route }) => method === 'GET' && !route.endsWith('/stream'));
    for (const place of reads) {
      const target = pathOf(place.route);
      const [get, head] = [
        await scene.call(place, target),
        await scene.call({ ...place, method: 'HEAD' }, target),
      ];
      assert.equal(head.status, get.status, place.route);
      assert.equal(head.headers.get('content-type'), get.headers.get('content-type'), place.route);
      assert.equal(head.body.length, 0, place.route);
    }
  });
});
