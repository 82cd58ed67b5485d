/** Every limit of the server in one place, each with its reason. */

const KIB = 1024;
const MIB = 1024 * KIB;

export const LIMITS = {
  /**
   * A display call or an image call of a device, waiting included: it waits 15 s, and one second more is left for the
   * network. Half a second is for the answer itself on a crowded machine.
   */
  deviceCallMs: 13_500,
  /** Part of it that is kept for what follows a failure: the error screen, or the last good picture with its mark. */
  failureReserveMs: 1_500,
  /** A preview: both waits of `previewWaitMs`, and screen and picture at an honest pace. Below `socketIdleMs`. */
  previewMs: 50_000,
  /** `stipple render`: compose and picture at their own limits, on a machine that starts cold. */
  renderMs: 30_000,
  /** Script and template together, waiting included: what a device's call leaves for them. */
  composeWallMs: 12_000,
  /** Part of it that waiting may not use, be it for a thread, HTTP or pictures: the template still has to run. */
  composeReserveMs: 2_000,
  /**
   * Longest wait for a thread: a crowd of quick screens is through in less, and what is slow has to leave time for the
   * run itself. Beyond it a device is told to come back.
   */
  composeQuickWaitMs: 3_000,
  composeWaitMs: 6_000,
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
  /** Estimated time of drawing an SVG on a small machine: a quarter of what a picture may take, as estimates err. */
  svgWorkMs: 4_000,
  /**
   * Memory for drawing an SVG, with four copies of the picture in it (as drawn, as handed over, and the dithering's):
   * with it a raster worker stays below 700 MB. At 4096 x 4096 it leaves room for two layers as large as the picture,
   * on a large panel for 36.
   */
  svgDrawBytes: 420 * MIB,
  /**
   * Elements and references in each other: resvg calls itself for each. The worst kind
   * ends a thread's 4 MiB of stack at 1 500 (spans in each other); real files stay below 50.
   */
  svgNesting: 400,
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
  /** Drawing one picture, where a caller waits so long; a Spectra panel with photos needs well under one second. */
  rasterWallMs: 15_000,
  /**
   * Private memory of a process that draws, or that reads pictures for scripts: heap, stacks, and the pixels of the
   * largest picture with a blurred group in it (64 MiB a layer, 680 MiB in all). What needs more was made to.
   */
  rasterMemoryBytes: 768 * MIB,
  imageMemoryBytes: 768 * MIB,
  /** The same for a process that checks the screens of a repo, without pixels. */
  checkMemoryBytes: 512 * MIB,
  /** A drawing process that holds more than this when its picture is done is replaced while it has nothing to do. */
  processKeepBytes: 256 * MIB,
  /** What a confined process may send at once: plain data, and a picture (a full-colour one of 4096 x 4096). */
  processHeaderBytes: 4 * MIB,
  processBodyBytes: 80 * MIB,
  /** Longest edge of a picture: `Width` and `Height` headers above it are not believed. */
  pictureEdgePx: 4096,
  /** Most pixels of a picture: 4096 x 4096 would cost 64 MiB of RGBA a worker. */
  picturePixels: 4096 * 4096,
  /** Longest wait of a picture for its turn: after it a device has no time left to fetch it. */
  rasterWaitMs: 10_000,
  /** SVGs of the pictures that wait: each may have 8 MiB. */
  rasterQueueBytes: 32 * MIB,
  /** Jobs that may wait for a free worker. Beyond it a device is told to come back. */
  composeQueue: 256,
  rasterQueue: 256,
  /** SVGs waiting to be fetched, and finished PNGs. Bounded by bytes: a photo weighs as much as 100 clocks. */
  contentStoreBytes: 32 * MIB,
  pictureStoreBytes: 32 * MIB,
  /** Tries of a screen in a row that may fail while its device goes on showing its last good picture. */
  keptTries: 3,
  /**
   * The last good contents of such devices: 2 000 with 15 KiB each. Devices without an entry in the config share less,
   * and only among themselves: anybody can make them up.
   */
  lastGoodBytesMapped: 32 * MIB,
  lastGoodBytesUnmapped: 8 * MIB,
  /** How long such a device's call waits at most to see whether its new picture can be drawn. */
  keptDrawMs: 2_000,
  /** Devices that are not in the config: registration is open, so strangers could fill the memory. */
  unmappedDevices: 10_000,
  /** A signed time counts this long before and after it: clocks of devices drift, and /api/time tells them ours. */
  signedTimeWindowMs: 60_000,
  /** Signed times that are remembered: 10 000 devices that call every second or so for two windows. */
  signedTimes: 1_000_000,
  /** Events kept of one device, those of one kind from so many addresses apart, and of all devices; the rest are counted. */
  eventAddressesPerKind: 3,
  events: 60_000,
  /** Age at which an event is dropped: long enough for somebody who looks once a week. */
  eventMs: 7 * 86_400_000,
  /** A device is in use while its last call is no older than so many of the refreshes it was told. */
  inUseRefreshes: 3,
  /**
   * First calls of new devices (and setups) from one address and from all: a fleet of 20 000 behind one address may
   * come at once after a restart. The rest come slowly: 10 a second hit one short code out of 4 * 10^13 in 130 000 years.
   */
  newDeviceBurst: 20_000,
  newDevicesPerSecond: 10,
  newDeviceBurstTotal: 100_000,
  newDevicesPerSecondTotal: 50,
  /** Wrong tokens and keys for known devices: no honest fleet sends many; a device that lost its own sends five a wake. */
  wrongTokenBurst: 100,
  wrongTokensPerSecond: 1,
  wrongTokenBurstTotal: 10_000,
  wrongTokensPerSecondTotal: 20,
  /** What an address may do in any case while others have used up the total: a device tries five times a wake. */
  attemptsReserved: 10,
  attemptsReservedMs: 600_000,
  /** Addresses whose attempts are counted, the last ones: about 1 MiB. */
  attemptAddresses: 10_000,
  /** Valid signed calls that were refused and are remembered, so that they cannot be sent again. */
  refusedSignedTimes: 100_000,
  /** Text of a `Colors` header: a full palette with commas and spaces. */
  colorsHeaderCharacters: 256 * 9,
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
  /** One entry that is kept, in characters of its JSON; those of firmware have some 500. What is longer is cut. */
  logEntryCharacters: 2 * KIB,
  /** Memory for one device's log, whatever the size of its entries. */
  logBytesPerDevice: 64 * KIB,
  /**
   * Memory for the logs of all devices: 10 000 with 3 KiB each. Devices without an entry in the config share less, and
   * only among themselves: anybody can make them up.
   */
  logBytesMapped: 32 * MIB,
  logBytesUnmapped: 8 * MIB,
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
  /**
   * Connections at a time: 10 000 devices that wake within a minute and hold theirs for ten seconds are 1 700, and one
   * takes some 30 KiB. Where the system allows fewer descriptors, it is what they leave.
   */
  connections: 10_000,
  /** With fewer the server does not start. */
  connectionsMin: 32,
  /** Descriptors for all but connections; loading its modules, a thread has two dozen open for a moment. */
  openFilesBase: 256,
  openFilesPerThread: 24,
  /** Requests of one connection, as many as nginx takes: proxies open a new one without a pause. */
  requestsPerConnection: 1_000,
  /** What a caller may send ahead of its turn: a few requests. Only attackers send more. */
  pipelineBytes: 4 * KIB,
  /** Of a body that nobody wants, so much is read to keep the connection. */
  unreadBodyBytes: 64 * KIB,
  /** After an answer to a caller that is still sending: how long and how much is thrown away before the end. */
  lingerMs: 2_000,
  lingerBytes: 1 * MIB,
  /** Head of a request, and all of it: a device on a bad network takes a few seconds. How often that is looked at. */
  headersMs: 15_000,
  requestMs: 30_000,
  requestCheckMs: 5_000,
  /** Longer than the idle time of the usual proxies, so that the proxy closes first. */
  keepAliveMs: 65_000,
  /** A caller takes its answer in this time: the largest picture at 6 KB/s. */
  answerMs: 120_000,
  /** Without a byte in either direction, also while a caller does not read its answer; a preview may take 50 s. */
  socketIdleMs: 60_000,
  /** Firmware refuses a picture of exactly 90 000 (750 000) bytes, so the limit is one less. */
  pngBytesSmall: 89_999,
  pngBytesLarge: 749_999,
  /** Pictures with more pixels than an 800 x 480 panel get the large limit. */
  pngSmallPixels: 800 * 480,
  /** Names in the temporary directory that a start looks at, and folders of killed processes that it looks into. */
  tempNames: 100_000,
  tempFolders: 500,
  /** Time that running work gets after SIGTERM. */
  drainMs: 10_000,
  paletteMinInks: 2,
  paletteMaxInks: 256,
} as const;
