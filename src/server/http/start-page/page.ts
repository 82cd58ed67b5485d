/** The start page, for people: what this is, and where to go. One file, without scripts and without other addresses. */
import { escapeXml } from '../../../screens/template/escape.ts';
import type { StartAnswer } from './facts.ts';

/** Hosts that mean another machine to everybody else. */
const LOOPBACK = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])\.?(?::\d+)?(?:\/|$)/i;

const MAC = 'AA:BB:CC:DD:EE:FF';

/** The page as HTML. */
export function startPage(answer: StartAnswer): string {
  const { name, description, version, ready } = answer;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${name}</title>
<link rel="icon" href="${ICON}">
<style>${START_STYLE}</style>
</head>
<body>
<main>
<header>
${halftone()}
<h1>${name}</h1>
<p class="lead">${description.replace('e-ink', 'e\u2011ink')}</p>
<p class="state"><span class="${ready ? 'on' : 'wait'}">${ready ? 'Ready' : 'Starting'}</span> Version ${version}</p>
</header>
${devices(answer)}
${places(answer)}
</main>
</body>
</html>
`;
}

function devices({ device_url: url }: StartAnswer): string {
  const address = escapeXml(url);
  const elsewhere = LOOPBACK.test(url)
    ? '\n<p class="note">For devices this address is the device itself. Open this page under the name or address that this machine has in your network, or set <code>PUBLIC_URL</code>.</p>'
    : '';
  return `<section aria-labelledby="devices">
<h2 id="devices">Point a device here</h2>
<p>Enter this address as the server of the device. It registers by itself, and its panel shows a code: with that you choose its screen.</p>
<p class="address"><code>${address}</code></p>${elsewhere}
<details>
<summary>Without a device</summary>
<p>This registers one. The answer has its key and the address of its first picture.</p>
<pre tabindex="0"><code>curl -H 'ID: ${MAC}' \\
  -H 'FW-Version: 1.8.15' \\
  -H 'Model: og' \\
  '${address}/api/setup'</code></pre>
</details>
</section>`;
}

function places({ links, admin_api: isAdmin }: StartAnswer): string {
  const rows = [
    [links.docs, 'API', 'All calls, to read and to try'],
    [links.openapi, 'OpenAPI document', 'The same for programs'],
    [links.health, 'Health', 'Answers while the server runs'],
    [links.ready, 'Readiness', 'Answers once it can draw'],
  ].map(
    ([link = '', title, text]) =>
      `<li><a href="${escapeXml(link)}"><strong>${title}</strong><span>${text}</span></a></li>`,
  );
  const admin = isAdmin
    ? 'The admin API is on. Its calls need the admin token. This build has no web console.'
    : 'The web console and the admin API are off. Set <code>SERVICE_ADMIN_TOKEN</code> to switch them on.';
  return `<section aria-labelledby="places">
<h2 id="places">Look around</h2>
<ul>
${rows.join('\n')}
</ul>
<p class="note">${admin}</p>
</section>`;
}

const [COLUMNS, ROWS, STEP] = [28, 5, 12];
const LARGEST = 4.6;

/** Dots that shrink from left to right, as a printer shades with one ink. */
function halftone(): string {
  const dots: string[] = [];
  for (let column = 0; column < COLUMNS; column++) {
    const radius = (LARGEST * (1 - column / COLUMNS)).toFixed(1);
    for (let row = 0; row < ROWS; row++) {
      // Every other column is moved by half a step.
      const y = STEP * (row + (column % 2 === 0 ? 0.5 : 1));
      dots.push(`<circle cx="${STEP * (column + 0.5)}" cy="${y}" r="${radius}"/>`);
    }
  }
  const size = `${STEP * COLUMNS} ${STEP * (ROWS + 0.5)}`;
  return `<svg class="dots" viewBox="0 0 ${size}" aria-hidden="true" focusable="false">${dots.join('')}</svg>`;
}

/** Three dots. A colour that shows on light and dark tabs. */
const ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="#c2571a"><circle cx="9" cy="16" r="8"/><circle cx="22" cy="16" r="5"/><circle cx="30" cy="16" r="2"/></svg>',
  );

const START_STYLE = `
:root {
  --paper: #f7f5f0; --card: #fffefb; --ink: #1d1c1a; --soft: #5f5b54; --line: #ddd8cd; --accent: #a8430b; --good: #2d6a3e;
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #161513; --card: #1f1d1a; --ink: #ece8e0; --soft: #a8a296; --line: #38342e; --accent: #f0955a; --good: #84c796;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  -webkit-text-size-adjust: 100%;
}
main { max-width: 44rem; margin: 0 auto; padding: clamp(1.5rem, 6vw, 4.5rem) 1.25rem 4rem; }
.dots { display: block; width: min(100%, 21rem); margin: 0 0 1.5rem -0.25rem; fill: var(--ink); }
h1 { margin: 0; font-size: clamp(2.25rem, 9vw, 3.25rem); line-height: 1.05; letter-spacing: -0.03em; font-weight: 750; }
h2 { margin: 0 0 .5rem; font-size: 1.125rem; letter-spacing: -0.01em; }
p { margin: 0 0 .75rem; }
.lead { margin: .6rem 0 .75rem; font-size: 1.1875rem; line-height: 1.4; color: var(--soft); }
.state { color: var(--soft); font-size: .9375rem; }
.state span { margin-right: .75rem; font-weight: 600; white-space: nowrap; }
.state span::before {
  content: ""; display: inline-block; width: .6em; height: .6em; margin-right: .45em; border-radius: 50%; background: currentColor;
}
.on { color: var(--good); }
.wait { color: var(--accent); }
section { margin-top: 1.5rem; padding: 1.25rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--card); }
section > :last-child { margin-bottom: 0; }
code, pre { font: .9375em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
.address code {
  display: block; padding: .7rem .9rem; border: 1px solid var(--line); border-left: .25rem solid var(--accent);
  border-radius: .375rem; background: var(--paper); font-size: 1.0625rem; overflow-wrap: anywhere;
  -webkit-user-select: all; user-select: all;
}
.note { color: var(--soft); font-size: .9375rem; }
summary { cursor: pointer; font-weight: 600; padding: .25rem 0; }
details p { margin: .35rem 0 .5rem; }
pre { margin: 0; padding: .7rem .9rem; border: 1px solid var(--line); border-radius: .375rem; background: var(--paper); font-size: .8125rem; overflow-x: auto; }
ul { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); gap: .625rem; margin: 0 0 1rem; padding: 0; list-style: none; }
li a {
  display: block; height: 100%; padding: .7rem .9rem; border: 1px solid var(--line); border-radius: .375rem;
  background: var(--paper); color: inherit; text-decoration: none;
}
li strong { display: block; color: var(--accent); }
li span { color: var(--soft); font-size: .9375rem; }
li a:hover { border-color: var(--accent); }
li a:hover strong { text-decoration: underline; text-underline-offset: .2em; }
:focus-visible { outline: .1875rem solid var(--accent); outline-offset: .125rem; }
`;
