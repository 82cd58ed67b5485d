/** Every limit of the server in one place, each with its reason. */

const KIB = 1024;
const MIB = 1024 * KIB;

export const LIMITS = {
  /** A device waits 15 s for an answer; what is left covers queue, network and the answer itself. */
  composeWallMs: 12_000,
  /** Part of it that a script's HTTP requests may not use: the template still has to run. */
  composeReserveMs: 2_000,
  /** CPU that one run of a script may burn: far above any honest screen, short enough for its neighbours. */
  scriptCpuMs: 2_000,
  /** Lua heap of one run. The wasm heap never shrinks, so this also bounds what a worker keeps. */
  scriptMemoryBytes: 64 * MIB,
  /** Source of one script, template or metadata file: nobody writes more by hand. */
  sourceFileBytes: 2 * MIB,
  /** The config file: 10 000 devices with params take about 1 MiB. */
  configFileBytes: 8 * MIB,
  configNodes: 1_000_000,
  /** Metadata of one screen, read on the main thread: hostile YAML of this size takes well under half a second. */
  metaFileBytes: 64 * KIB,
  metaNodes: 10_000,
  /** Nesting of YAML: real files stay below 10, and the YAML composer recurses. */
  yamlDepth: 64,
  /** Screen files that a thread keeps in memory, so that an unchanged file costs one stat. */
  screenFileCacheBytes: 16 * MIB,
  /** Values that a script hands to its template: more would take longer to copy than to draw. */
  scriptResultNodes: 200_000,
  scriptResultDepth: 64,
  /** Text in them: twice what a template may put out. */
  scriptResultBytes: 16 * MIB,
  /** Text that a template may produce, and that the SVG pass accepts. */
  templateOutputBytes: 8 * MIB,
  svgBytes: 8 * MIB,
  /** Elements of an SVG, and what they become when every `use`, pattern, mask and marker is drawn out. */
  svgElements: 100_000,
  svgDrawnElements: 100_000,
  /** Estimated work of drawing an SVG, in fills of the whole picture (6 ms each at 1872 x 1404 on a small machine). */
  svgWork: 600,
  /** Nesting of elements: editors stay below 30, and deeper trees only serve to exhaust a stack. */
  svgDepth: 200,
  /** Characters of all texts (a full page of a large panel has 6 000), and of one `<text>`: 20 µs each. */
  svgTextCharacters: 50_000,
  svgOneTextCharacters: 10_000,
  /** Longest edge that an SVG may claim, and how many times longer than the other edge it may be. */
  svgEdge: 100_000,
  svgAspect: 1_000,
  /** One image file inside an SVG, and what it may unpack to. */
  imageBytes: 16 * MIB,
  imagePixels: 64 * 1024 * 1024,
  /** Steps (nodes evaluated) of one template: 8 MiB of text needs far fewer. */
  templateSteps: 5_000_000,
  /** Nesting of includes, macros and blocks: real templates stay below 10. */
  templateDepth: 64,
  /** Text that a template may make on its way (captures, joins, replacements): four times its output. */
  templateTextBytes: 32 * MIB,
  /** Parts (tokens) of one template file, and nesting inside it: both far above any honest file. */
  templateTokens: 200_000,
  templateNesting: 100,
  /** Numbers that `range()` may give: more than a picture has columns. */
  templateRange: 10_000,
  /** Parsed templates that a worker keeps. */
  templateCacheBytes: 16 * MIB,
  /** Lines that one run of a script may log, and their length: a loop must not fill the disk. */
  scriptLogLines: 100,
  scriptLogLineBytes: 2 * KIB,
  /** One file that a script reads with `read_asset`: as much as an HTTP answer. */
  scriptAssetBytes: 10 * MIB,
  /** A picture that a script processes (`image_process`): photos of good cameras; time and number, as it burns a core. */
  scriptImageBytes: 16 * MIB,
  scriptImagePixels: 50_000_000,
  scriptImagesPerRun: 10,
  imageWallMs: 6_000,
  /** Pictures in line for one of the threads, and processed ones that are kept. */
  imageQueue: 32,
  imageCacheBytes: 16 * MIB,
  /** HTML that one run may parse, and the nodes of one page: a parsed page weighs many times its text. */
  scriptHtmlBytes: 8 * MIB,
  scriptHtmlNodes: 200_000,
  /** One answer of a script's HTTP request; default and longest wait for it. */
  httpResponseBytes: 10 * MIB,
  httpTimeoutMs: 10_000,
  httpMaxTimeoutMs: 30_000,
  httpMaxRedirects: 5,
  /** HTTP requests that one run of a script may make. */
  httpRequestsPerRun: 50,
  /** Answers of scripts' HTTP requests that are kept (`cache_ttl`). */
  httpCacheBytes: 32 * MIB,
  /** Checking all screens of a tree without running them; a hundred honest ones take a second. */
  checkWallMs: 60_000,
  /** One fetch of a screen repo in all, and the part of it that asks the server which commit it has. */
  repoFetchMs: 120_000,
  repoResolveMs: 30_000,
  /** Work on a fetched repo on this machine: listing and unpacking a full one takes a few seconds. */
  repoUnpackMs: 60_000,
  /** What git may write to disk for one repo. A full one packs to less than it unpacks to. */
  repoFetchBytes: 256 * MIB,
  /** Memory of git (address space): a full repo needs a tenth. Data made to unpack without end stops here. */
  repoGitMemoryBytes: 2048 * MIB,
  /** A repo as screens see it: photos and fonts of a large collection fit, a disk image does not. */
  repoBytes: 128 * MIB,
  repoFileBytes: 16 * MIB,
  repoFiles: 10_000,
  /** Screens of one repo. */
  repoScreens: 1_000,
  /** Their metadata in all (an honest file has 1 KiB): the main thread reads it, a hostile 64 KiB in half a second. */
  repoMetaBytes: 512 * KIB,
  /** Path of a file in a repo, and one name in it: with the cache's own folder within what file systems take. */
  repoPathBytes: 512,
  repoNameBytes: 128,
  /** Fetches at the same time; the others wait in line. */
  repoFetches: 4,
  /** Wait after a failed fetch, doubled with each further one. */
  repoRetryMinMs: 30_000,
  repoRetryMaxMs: 3_600_000,
  /** How often a server says that it uses a commit, and how long after the last word others keep it. */
  repoTouchMs: 300_000,
  repoUnusedMs: 3_600_000,
  /** How long what a handle served is kept for its return, after the last server that had it. */
  repoForgottenMs: 30 * 86_400_000,
  /** Raster: one picture may take this long; a Spectra panel with photos needs well under one second. */
  rasterWallMs: 15_000,
  /** Longest edge of a picture: `Width` and `Height` headers above it are not believed. */
  pictureEdgePx: 4096,
  /** Most pixels of a picture: 4096 x 4096 would cost 64 MiB of RGBA a worker. */
  picturePixels: 4096 * 4096,
  /** Jobs that may wait for a free worker. Beyond it a device is told to come back. */
  composeQueue: 256,
  rasterQueue: 256,
  /** SVGs waiting to be fetched, and finished PNGs. Bounded by bytes: a photo weighs as much as 100 clocks. */
  contentStoreBytes: 32 * MIB,
  pictureStoreBytes: 32 * MIB,
  /** Devices that are not in the config: registration is open, so strangers could fill the memory. */
  unmappedDevices: 10_000,
  /** A signed time counts this long before and after it: clocks of devices drift, and /api/time tells them ours. */
  signedTimeWindowMs: 60_000,
  /** Signed times that are remembered: 10 000 devices that call every second or so for two windows. */
  signedTimes: 1_000_000,
  /** Refresh of a device that nobody has mapped yet: its owner is waiting in front of it. */
  unmappedRefreshSeconds: 300,
  refreshMaxSeconds: 2_592_000,
  errorRefreshSeconds: 60,
  defaultRefreshSeconds: 900,
  /** Signed URLs live for an hour; a minute more is accepted for clocks that were set back. */
  signedUrlSeconds: 3_600,
  signedUrlSlackSeconds: 60,
  /** Nesting of JSON bodies: real ones have three levels; what is much deeper was sent to overflow somebody's stack. */
  bodyDepth: 32,
  /** Bodies of the device API. */
  logBodyBytes: 256 * KIB,
  logEntriesPerCall: 100,
  logEntriesPerDevice: 200,
  /** Memory for one device's log, whatever the size of its entries. */
  logBytesPerDevice: 64 * KIB,
  /** Bodies of the admin API: a device with very long params takes a few kilobytes. */
  adminBodyBytes: 256 * KIB,
  /** Previews that are kept: a full-colour one of a large panel takes a megabyte or two. */
  previewStoreBytes: 32 * MIB,
  /** Previews are for people: few at a time, so that devices have the machine; more wait in a short line. */
  previewComposing: 2,
  previewDrawing: 1,
  previewQueue: 16,
  previewWaitMs: 20_000,
  /** A preview is looked at again and again while somebody edits: it lives at least so long. */
  previewMinSeconds: 30,
  /** All headers of a request; Node's own default is the same. */
  headerBytes: 16 * KIB,
  /** Firmware refuses a picture of exactly 90 000 (750 000) bytes, so the limit is one less. */
  pngBytesSmall: 89_999,
  pngBytesLarge: 749_999,
  /** Pictures with more pixels than an 800 x 480 panel get the large limit. */
  pngSmallPixels: 800 * 480,
  /** Time that running work gets after SIGTERM. */
  drainMs: 10_000,
  paletteMinInks: 2,
  paletteMaxInks: 256,
} as const;
