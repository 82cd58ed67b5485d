/** The page of the console: an empty one, which loads script and style from this server. It is the same for everybody. */
import { escapeXml } from '../../../screens/template/escape.ts';
import type { ConsoleFiles } from './files.ts';

/**
 * The page as HTML.
 * @param prefix  the path below which browsers reach the server; empty for none
 */
export function consolePage(prefix: string, files: Pick<ConsoleFiles, 'script' | 'style' | 'icon'>): string {
  const base = escapeXml(`${prefix}/console`);
  const { script, style, icon } = files;
  const link = icon === null ? '' : `\n<link rel="icon" href="${base}/assets/${icon}" type="image/svg+xml">`;
  return `<!doctype html>
<html lang="en" data-base="${base}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Stipple</title>${link}
<link rel="stylesheet" href="${base}/assets/${style}">
<script type="module" src="${base}/assets/${script}"></script>
</head>
<body>
<noscript>The console needs JavaScript. Everything that it does can be done with the <a href="${escapeXml(prefix)}/swagger-ui">admin API</a>, too.</noscript>
<div id="console"></div>
</body>
</html>
`;
}
