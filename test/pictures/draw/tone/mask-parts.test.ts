import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { picture } from '../../../support/pictures/svg-pictures.ts';

const SIZE = { widthPx: 600, heightPx: 400 };
const MARK = 'data-tone="continuous"';

/** Of unknown place to the plan, and without paint: with it, the mask is drawn as a whole. */
const NOWHERE = '<text x="-900" y="-900">x</text>';

async function jpeg(width: number, height: number): Promise<string> {
  const create = { width, height, channels: 3, background: '#888' } as const;
  return `data:image/jpeg;base64,${(await sharp({ create }).jpeg().toBuffer()).toString('base64')}`;
}

const PHOTO = await jpeg(60, 40);

function image(attributes: string): string {
  return `<image ${MARK} href="${PHOTO}" ${attributes}/>`;
}

const FULL = image('width="600" height="400"');

for (const [what, body, attributes = ''] of [
  ['a photo all over', FULL],
  ['a photo in a mat', image('x="30" y="20" width="480" height="320"')],
  ['a photo between pixels', image('x="30.4" y="20.6" width="480" height="320"')],
  ['a photo with space beside it', image('x="30" y="20" width="500" height="320"')],
  ['a photo that is cut off', image('width="500" height="200" preserveAspectRatio="xMidYMid slice"')],
  ['a photo in percent', image('x="10%" y="10%" width="60%" height="60%"')],
  ['a photo of its own size', image('x="7" y="9"')],
  [
    'a photo in a moved and enlarged group',
    `<g transform="translate(5.5 8) scale(1.5)">${image('width="240"')}</g>`,
  ],
  ['a turned photo', `<g transform="rotate(3)">${image('x="40" width="300"')}</g>`],
  ['a photo with a caption on a strip', `${FULL}<rect x="20" y="340" width="200" height="36" fill="#fff"/>`],
  [
    'a photo with a strip between pixels',
    `${FULL}<rect x="20.5" y="340.3" width="200" height="36" fill="#fff"/>`,
  ],
  ['a photo with a round card', `${FULL}<rect x="20" y="34" width="200" height="136" rx="20"/>`],
  [
    'a photo with a frame',
    `${FULL}<rect x="4" y="4" width="592" height="392" fill="none" stroke="#000" stroke-width="7"/>`,
  ],
  ['a photo below a veil', `${FULL}<rect width="300" height="400" opacity="0.5"/>`],
  [
    'a marked circle below a box',
    `<circle ${MARK} cx="90" cy="90" r="70"/><rect x="40" y="50" width="60" height="20"/>`,
  ],
  ['a marked group', `<g ${MARK}><rect width="90" height="80"/><path d="M300 300l50 9-20 30z"/></g>`],
  [
    'a clipped photo',
    `<clipPath id="c"><circle cx="200" cy="200" r="90"/></clipPath><g clip-path="url(#c)">${FULL}</g>`,
  ],
  [
    'a root with crisp edges',
    image('x="30.4" y="20.6" width="300" height="200"'),
    'shape-rendering="crispEdges"',
  ],
  ['a page that is stretched', FULL, 'preserveAspectRatio="none" viewBox="0 0 500 500"'],
] as const) {
  test(`a mask of parts is the same as one that is drawn as a whole: ${what}`, async () => {
    const page = (content: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" ${attributes.includes('viewBox') ? '' : 'viewBox="0 0 600 400"'} ${attributes}><rect width="600" height="400" fill="#fff"/>${content}</svg>`;
    const parts = await picture(page(body), SIZE);
    const whole = await picture(page(body + NOWHERE), SIZE);
    assert.ok(parts.tone !== null && whole.tone !== null && parts.tone.includes(1));
    assert.equal(Buffer.compare(parts.tone, whole.tone), 0);
  });
}

test('a page with space around it has its mask in the middle', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 400">${FULL}</svg>`;
  const { tone } = await picture(svg, { widthPx: 640, heightPx: 400 });
  assert.ok(tone !== null);
  assert.deepEqual([tone[19], tone[20], tone[619], tone[620]], [0, 1, 1, 0]);
});
