/** Pictures that are pushed to do harm. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { type Admin, startAdmin, TOKEN } from '../support/server/admin.ts';
import { pushPicture } from '../support/server/pushes.ts';
import { getDisplay } from '../support/server/server.ts';

const MAC = 'AA:BB:CC:DD:EE:01';
const MIB = 1024 * 1024;

/** An SVG around some markup. */
function svg(inside: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4">${inside}</svg>`;
}

/** A PNG whose header says another size. */
async function lyingPng(widthPx: number, heightPx: number): Promise<Uint8Array<ArrayBuffer>> {
  const honest = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const png = new Uint8Array(honest);
  const view = new DataView(png.buffer);
  view.setUint32(16, widthPx);
  view.setUint32(20, heightPx);
  return png;
}

async function white(edgePx: number, format: 'png' | 'jpeg'): Promise<Uint8Array<ArrayBuffer>> {
  const create = { width: edgePx, height: edgePx, channels: 3, background: '#fff' } as const;
  return new Uint8Array(await sharp({ create, limitInputPixels: false }).toFormat(format).toBuffer());
}

describe('a push', () => {
  let admin: Admin;
  before(async () => {
    admin = await startAdmin();
    await getDisplay(admin.server, MAC);
  });
  after(() => admin.server.stop());

  async function refusal(
    body: string | Uint8Array<ArrayBuffer>,
    type?: string,
    status = 400,
  ): Promise<string> {
    const answer = await pushPicture(admin.server, MAC, body, type === undefined ? {} : { type });
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    assert.equal((await admin.get(`/devices/${MAC}/picture`)).status, 404);
    return answer.body.error;
  }

  it('of 100 megapixels is refused by its header, with both numbers', async () => {
    for (const format of ['png', 'jpeg'] as const) {
      const sentence = await refusal(await white(10_000, format), `image/${format}`);
      assert.match(sentence, /10000 x 10000 pixels; expected at most 50 million/);
    }
    assert.match(await refusal(await lyingPng(60_000, 60_000), 'image/png'), /60000 x 60000 pixels/);
  });

  it('that unpacks without end is refused, or costs nothing, and the server serves on', async () => {
    assert.match(await refusal(await lyingPng(7_000, 7_000), 'image/png'), /cannot be shown/);
    const bomb = deflateSync(Buffer.alloc(64 * MIB));
    const inside = `<image width="8" height="4" href="data:image/svg+xml;base64,${bomb.toString('base64')}"/>`;
    assert.match(await refusal(svg(inside)), /cannot be shown/);
    const entities = `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(999)}"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>${svg('<text>&b;</text>')}`;
    assert.match(await refusal(entities), /picture\.svg:1/);
    const nested = '<g>'.repeat(5_000) + '</g>'.repeat(5_000);
    assert.match(await refusal(svg(nested)), /cannot be shown/);
    const { rss } = process.memoryUsage();
    assert.ok(rss < 1024 * MIB, `${rss}`);
    assert.equal((await getDisplay(admin.server, MAC)).status, 0);
  });

  it('of an SVG that shows files or other servers is refused, each with its place', async () => {
    for (const href of [
      `${admin.server.url}/health`,
      '//127.0.0.1/a.png',
      'file:///etc/passwd',
      'plain.svg',
      '../config.yaml',
      '/etc/passwd',
      'data:image/png;base64,AAAA',
    ]) {
      assert.match(
        await refusal(svg(`<image width="8" height="4" href="${href}"/>`)),
        /picture\.svg:1:\d+: image/,
        href,
      );
    }
    const external = '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>';
    assert.match(await refusal(`${external}${svg('<text>&a;</text>')}`), /picture\.svg:1/);
  });

  it('of an SVG with styles and references elsewhere is shown without them, and says so', async () => {
    const body = svg(
      '<style>@import url("http://127.0.0.1/a.css");</style><use href="http://127.0.0.1/b.svg#c"/><script>alert(1)</script>',
    );
    const answer = await pushPicture(admin.server, MAC, body);
    assert.equal(answer.status, 200);
    assert.ok(answer.body.problems.length > 0, JSON.stringify(answer.body));
    await admin.delete(`/devices/${MAC}/picture`);
  });

  it('of another type than it says, of no picture, or of too much, is refused', async () => {
    const png = await white(10, 'png');
    assert.match(await refusal(png, 'image/jpeg'), /Expected image\/jpeg as the Content-Type says, got PNG/);
    assert.match(await refusal(new Uint8Array(9), 'image/webp'), /got something else/);
    assert.match(await refusal(png.slice(0, 60), 'image/png'), /cannot be shown/);
    assert.match(await refusal(png, 'image/gif', 415), /expected one of image\/png, image\/jpeg/);
    assert.match(await refusal(new Uint8Array(17 * MIB), 'image/png', 413), /16777216 bytes/);
    assert.match(await refusal(svg(`<!--${'x'.repeat(5 * MIB)}-->`), undefined, 413), /The SVG has/);
    assert.match(await refusal(new Uint8Array([0x3c, 0xff]), 'image/svg+xml'), /not UTF-8/);
  });

  it('with a query that cannot be meant is refused before its body is read', async () => {
    const error = async (query: string): Promise<string> => {
      const { status, body } = await pushPicture(admin.server, MAC, svg(''), { query });
      assert.equal(status, 400);
      assert.equal(body.code, 'invalid_query');
      return body.error;
    };
    for (const ttl of ['0', '59', '604801', '1e3', '-5', ''])
      assert.match(await error(`?ttl=${ttl}`), /ttl: expected whole seconds from 60 to 604800/);
    assert.match(await error('?ttl=60&ttl=70'), /ttl: expected one value, got several/);
    assert.match(await error('?fit=cover'), /fit: expected nothing for an SVG/);
    assert.match(await error('?tll=60'), /did you mean ttl/);
    const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'image/png' };
    const init = { method: 'PUT', headers, body: 'x' };
    const answer = await fetch(`${admin.server.url}/api/admin/devices/${MAC}/picture?background="/><x`, init);
    assert.equal(answer.status, 400);
  });
});
