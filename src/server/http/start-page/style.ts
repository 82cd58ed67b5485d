/** The style of the start page: paper and ink, light and dark. All text has a contrast of at least 4.5 : 1. */

export const START_STYLE = `
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
