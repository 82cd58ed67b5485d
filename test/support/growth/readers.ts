/** What takes text from outside, each as a function of a text. */
import { readCsv } from '../../../src/admin/bulk/import-table.ts';
import { requireSafePath } from '../../../src/admin/files/file-paths.ts';
import { quotedTexts } from '../../../src/admin/files/screen-files.ts';
import { readResult } from '../../../src/bench/report/read-result.ts';
import { wrapText } from '../../../src/bench/report/text/lines.ts';
import { momentText } from '../../../src/bench/report/units.ts';
import { parseErrorBound } from '../../../src/bench/report/verdict.ts';
import { scalarText } from '../../../src/config/edit/scalar-text.ts';
import { parseListenAddress, parsePublicUrl, parseTrustProxy } from '../../../src/config/env/env-values.ts';
import { parseContentHash } from '../../../src/domain/content-hash.ts';
import { parseDeviceId } from '../../../src/domain/device-id.ts';
import { parseHostList } from '../../../src/domain/host-list.ts';
import { parseColours } from '../../../src/domain/palette.ts';
import { parseRegistrationCode, registrationCode } from '../../../src/domain/registration-code.ts';
import { parsePin } from '../../../src/domain/repo-pin.ts';
import { parseRepoUrl } from '../../../src/domain/repo-url.ts';
import { readReport } from '../../../src/domain/report.ts';
import { parseScreenRef } from '../../../src/domain/screen-ref.ts';
import { compatWarning } from '../../../src/domain/service-version.ts';
import { findRequires } from '../../../src/engine/check/repo-files.ts';
import { escapeControls, parseLogJson } from '../../../src/fleet/calls/log-json.ts';
import { displayFamily, familyKey } from '../../../src/pictures/fonts/families.ts';
import { makeElement } from '../../../src/pictures/svg/document/tree.ts';
import { pathSize } from '../../../src/pictures/svg/geometry/path-size.ts';
import { classifyHref, decodeDataUri } from '../../../src/pictures/svg/images/href.ts';
import { readImageHeader } from '../../../src/pictures/svg/images/image-header.ts';
import { isWhole } from '../../../src/pictures/svg/images/image-store.ts';
import { declaredEntities } from '../../../src/pictures/svg/parse/doctype.ts';
import { parseSvg } from '../../../src/pictures/svg/parse/parse.ts';
import { parseStyleAttribute, parseStyleSheet } from '../../../src/pictures/svg/style/css.ts';
import { cssTransform } from '../../../src/pictures/svg/style/css-transform.ts';
import { parseFontShorthand } from '../../../src/pictures/svg/style/font-shorthand.ts';
import { parseFamilies } from '../../../src/pictures/svg/style/font-style.ts';
import { resolveCssUnits } from '../../../src/pictures/svg/style/resvg-values.ts';
import { readLength } from '../../../src/pictures/svg/values/length.ts';
import { parseTransform } from '../../../src/pictures/svg/values/matrix.ts';
import { solidColour } from '../../../src/pictures/svg/values/paint-values.ts';
import { textLength, textLengths } from '../../../src/pictures/text/text-length.ts';
import { nearest } from '../../../src/platform/base/nearest.ts';
import { redact } from '../../../src/platform/base/redact.ts';
import { formatTime, parseTime } from '../../../src/platform/time/strftime.ts';
import { parseYaml } from '../../../src/platform/yaml/parse.ts';
import { classifyAddress } from '../../../src/screens/fetch/address.ts';
import { parseWebUrl } from '../../../src/screens/fetch/check-request.ts';
import { describeGitFailure } from '../../../src/screens/repos/repo-failure.ts';
import { foldedPath, pathProblem } from '../../../src/screens/repos/tree-names.ts';
import { decodeBase64 } from '../../../src/screens/script/base64.ts';
import { parsePage } from '../../../src/screens/script/html/parse-page.ts';
import { syntaxHint } from '../../../src/screens/script/script-failure.ts';
import { escapeUrl, unescapeUrl } from '../../../src/screens/script/url-escapes.ts';
import { screensOfFiles } from '../../../src/screens/sources/changed-screens.ts';
import { isSafeRelativePath } from '../../../src/screens/sources/files.ts';
import { parseManifest } from '../../../src/screens/sources/manifest.ts';
import { parseMeta } from '../../../src/screens/sources/meta.ts';
import { escapeXml } from '../../../src/screens/template/escape.ts';
import { parseTemplate } from '../../../src/screens/template/parse/parse.ts';
import { isHost } from '../../../src/server/http/base-url.ts';
import { describeJsonError } from '../../../src/server/http/json-syntax.ts';
import { pieceEnd } from '../../../src/server/http/request-pieces.ts';
import { readStateUrl } from '../../../src/state/state-url.ts';

const BOUNDS = { maxBytes: 1e9, maxNodes: 1e9, maxDepth: 64 };
/** As long as the signature, which nothing is looked for in. */
const PNG_START = '--------';
const NAMES = ['screen', 'params', 'default_screen'];
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"';
const bytesOf = (text: string): Buffer => Buffer.from(text);

/** Cuts a text as a connection does. */
function cutAll(text: string): void {
  for (let bytes = bytesOf(text); bytes.length > 0; ) bytes = bytes.subarray(pieceEnd(bytes));
}

/** By name: reads a text. What is thrown means that the text was refused. */
export const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  parseLogJson,
  escapeControls,
  describeJsonError,
  readCsv,
  isHost,
  cutAll,
  parseDeviceId,
  parseContentHash,
  parseRegistrationCode,
  registrationCode,
  readReport: (text) => readReport(() => text),
  readQuery: (text) => new URLSearchParams(text),
  nearest: (text) => nearest(text, NAMES),
  redact: (text) => redact(text, ['secret', text.slice(0, 4)]),
  formatTime: (text) => formatTime(0, text),
  parseTimeFormat: (text) => parseTime('2026-01-01', text),
  parseTimeText: (text) => parseTime(text, '%Y-%m-%d %H:%M'),
  parseYaml: (text) => parseYaml(text, BOUNDS),
  parseYamlValue: (text) => parseYaml(`devices:\n  a: ${text}\n`, BOUNDS),
  parseMeta,
  parseManifest,
  scalarText: (text) => scalarText(text, { quote: '"', always: false }),
  parseListenAddress,
  parsePublicUrl,
  parseTrustProxy,
  readStateUrl: (text) => readStateUrl(`redis://${text}`),
  readStateHosts: (text) => readStateUrl(`redis+sentinel://a:b@c,${text}/name`),
  parseHostList,
  parseColours,
  parsePin,
  parseRepoUrl,
  parseScreenRef,
  compatWarning: (text) => compatWarning(text, '0.1.0'),
  classifyAddress,
  parseWebUrl: (text) => parseWebUrl(text),
  displayFamily,
  familyKey,
  describeGitProblem: (stderr) =>
    describeGitFailure({ kind: 'failed', stderr, code: 128 } as never, ['secret']),
  foldedPath,
  pathProblem,
  isSafeRelativePath,
  requireSafePath,
  screensOfFiles: (text) => screensOfFiles([text], new Set()),
  quotedTexts: (text) => [...quotedTexts(text)],
  findRequires,
  readResult,
  parseErrorBound,
  momentText,
  wrapText: (text) => wrapText(text, 40),
  decodeBase64: (text) => decodeBase64(bytesOf(text)),
  parsePage: (text) => parsePage(text, () => {}),
  parsePageTag: (text) => parsePage(`<p ${text}`, () => {}),
  escapeUrl: (text) => escapeUrl(bytesOf(text)),
  unescapeUrl: (text) => unescapeUrl(bytesOf(text)),
  parseTemplate,
  parseTemplateCode: (text) => parseTemplate(`{{ ${text} }}`),
  escapeXml,
  parseSvg: (text) => parseSvg(`${SVG}>${text}</svg>`, 'a.svg'),
  parseSvgTag: (text) => parseSvg(`${SVG} d="${text}"/>`, 'a.svg'),
  parseSvgDoctype: (text) => parseSvg(`<!DOCTYPE svg [${text}]>${SVG}/>`, 'a.svg'),
  declaredEntities: (text) => declaredEntities(text.slice(0, 32_768), ''),
  declaredEntity: (text) => declaredEntities(`<!ENTITY a ${text.slice(0, 32_000)}`, ''),
  parseStyleSheet,
  parseStyleRule: (text) => parseStyleSheet(`a { ${text} }`),
  parseStyleAttribute,
  cssTransform,
  parseTransform,
  pathSize,
  parseFontShorthand,
  parseFamilies,
  classifyHref,
  decodeDataUri: (text) => decodeDataUri(`data:image/png;${text}`),
  readImageHeader: (text) => readImageHeader(bytesOf(text)),
  wholePng: (text) => isWhole(bytesOf(`${PNG_START}${text}`), 'png'),
  wholeJpeg: (text) => isWhole(bytesOf(text), 'jpeg'),
  cssUnits: (text) => resolveCssUnits([makeElement('rect', { width: text }, { start: 0, end: 0 })], '1rem'),
  syntaxHint: (text) => syntaxHint(bytesOf(text), Number.MAX_SAFE_INTEGER),
  readLength,
  solidColour,
  textLength: (text) => textLength(text, 16, 100),
  textLengths: (text) => textLengths(text, 16, 100),
};
