/** Every limit of the server in one place, each with its reason. */

const KIB = 1024;
const MIB = 1024 * KIB;

export const LIMITS = {
  /** A display or image call, waiting included. Firmware waits 15 s: 1 s is for the network, 0.5 s for a crowded machine. */
  deviceCallMs: 13_500,
  /** Part of it that is kept for what follows a failure: the error screen, or the last good picture with its mark. */
  failureReserveMs: 1_500,
  /** A preview: both waits of `PREVIEW_LIMITS.waitMs`, and screen and picture at an honest pace. Below `socketIdleMs`. */
  previewMs: 50_000,
  /**
   * What a worker does before its first job: so much that its first pictures take what later ones take, and so little that
   * all workers of a small machine are ready within 1.5 s.
   */
  warmUpMs: 200,
  warmUpRounds: 20,
  /** `stipple render`: compose and picture at their own limits, on a machine that starts cold. */
  renderMs: 30_000,
  /** Script and template together, waiting included: what a device's call leaves for them. */
  composeWallMs: 12_000,
  /** Part of it that waiting may not use, be it for a thread, HTTP or pictures: the template still has to run. */
  composeReserveMs: 2_000,
  /**
   * Longest wait for a thread: many quick screens are finished in less, and a slow one must leave time for its own run.
   * After it a device is told to come back.
   */
  composeQuickWaitMs: 3_000,
  composeWaitMs: 6_000,
  /** CPU time of one run of a script: far more than any honest screen needs, and short enough for the other screens. */
  scriptCpuMs: 2_000,
  /** Lua heap of one run. The memory of the wasm instance never shrinks, so this also limits what a worker keeps. */
  scriptMemoryBytes: 64 * MIB,
  /** Source of one script, template or metadata file: nobody writes more by hand. */
  sourceFileBytes: 2 * MIB,
  /** The config file: 10 000 devices with params take about 1 MiB. */
  configFileBytes: 8 * MIB,
  configNodes: 1_000_000,
  /** Metadata of one screen, read on the main thread; its tokens, in `text-limits.ts`, bound the time. */
  metaFileBytes: 64 * KIB,
  metaNodes: 10_000,
  /** Nesting of YAML: real files stay below 10, and the YAML composer recurses. */
  yamlDepth: 64,
  /** Screen files that a thread keeps in memory, so that an unchanged file costs one stat. */
  screenFileCacheBytes: 16 * MIB,
  /** What is noted of a run, so that its result can be used again; more fields of a table count as all. Screens read some dozens. */
  readsPerRun: 256,
  readFields: 64,
  /** Text that a script may log if its result is to be used again: it is logged again each time. */
  readLogLineBytes: 4 * KIB,
  /** Results of screens that are kept to be used again: a board with 60 texts takes 20 KiB. */
  composedCacheBytes: 16 * MIB,
  /** Screens of which something may be kept, and how often a call waits for a run of another that may make its result. */
  composedScreens: 1_000,
  composeJoins: 3,
  /** Values that a script passes to its template: copying more would take longer than drawing. */
  scriptResultNodes: 200_000,
  scriptResultDepth: 64,
  /** Text in these values: twice what a template may produce. */
  scriptResultBytes: 16 * MIB,
  /** Text that a template may produce, and that the SVG pass accepts. */
  templateOutputBytes: 8 * MIB,
  svgBytes: 8 * MIB,
  /** Elements of an SVG, before and after every `use`, pattern, mask and marker is expanded. */
  svgElements: 100_000,
  svgDrawnElements: 100_000,
  /** Estimated time of drawing an SVG on a small machine: a quarter of a picture's deadline, as estimates err. */
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
  /** Nesting of elements: editors stay below 30; deeper trees are made to exhaust a stack. */
  svgDepth: 200,
  /** Characters of all texts (a full page of a large panel has 6 000), and of one `<text>`: 20 µs each. */
  svgTextCharacters: 50_000,
  svgOneTextCharacters: 10_000,
  /** Longest edge that an SVG may declare, and its largest ratio of length to width. */
  svgEdge: 100_000,
  svgAspect: 1_000,
  /** One image file inside an SVG, compressed and decompressed. */
  imageBytes: 16 * MIB,
  imagePixels: 64 * 1024 * 1024,
  /** Steps (nodes evaluated) of one template: 8 MiB of text needs far fewer. */
  templateSteps: 5_000_000,
  /** Nesting of includes, macros and blocks: real templates stay below 10. */
  templateDepth: 64,
  /** Intermediate text of a template (captures, joins, replacements): four times its output. */
  templateTextBytes: 32 * MIB,
  /** Tokens of one template file, and nesting inside it: both far above any honest file. */
  templateTokens: 200_000,
  templateNesting: 100,
  /** Numbers that `range()` may give: more than a picture has columns. */
  templateRange: 10_000,
  /** Parsed templates that a worker keeps. */
  templateCacheBytes: 16 * MIB,
  /** Lines that one run of a script may log, and their length, so that a loop cannot fill the disk. */
  scriptLogLines: 100,
  scriptLogLineBytes: 2 * KIB,
  /** One file that a script reads with `read_asset`: as large as an HTTP response. */
  scriptAssetBytes: 10 * MIB,
  /** Pictures that a script processes (`image_process`): size, CPU time, and number, as each keeps a core busy. */
  scriptImageBytes: 16 * MIB,
  scriptImagePixels: 50_000_000,
  scriptImagesPerRun: 10,
  imageWallMs: 6_000,
  /** Pictures that wait for one of the threads, and the cache of processed pictures. */
  imageQueue: 32,
  imageCacheBytes: 16 * MIB,
  /** HTML that one run may parse, and the nodes of one page: a parsed page takes many times the memory of its text. */
  scriptHtmlBytes: 8 * MIB,
  scriptHtmlNodes: 200_000,
  /** One response to a script's HTTP request; default and longest wait for it. */
  httpResponseBytes: 10 * MIB,
  httpTimeoutMs: 10_000,
  httpMaxTimeoutMs: 30_000,
  httpMaxRedirects: 5,
  /** HTTP requests that one run of a script may make. */
  httpRequestsPerRun: 50,
  /**
   * Screens and hosts that the metrics tell apart, and hosts of one screen: each name makes up to 40 time series, and
   * scripts choose the hosts. Beyond that they are counted together.
   */
  metricScreens: 100,
  metricHosts: 50,
  metricHostsPerScreen: 10,
  metricNameCharacters: 200,
  /** Cached responses to scripts' HTTP requests (`cache_ttl`). */
  httpCacheBytes: 32 * MIB,
  /** Checking all screens of a tree without running them; a hundred honest ones take a second. */
  checkWallMs: 60_000,
  /** One whole fetch of a screen repo, and the part of it that asks the git server for the commit. */
  repoFetchMs: 120_000,
  repoResolveMs: 30_000,
  /** Local work on a fetched repo: listing and unpacking the largest one takes a few seconds. */
  repoUnpackMs: 60_000,
  /** What git may write to disk for one repo. The objects of the largest allowed repo take less than its files. */
  repoFetchBytes: 256 * MIB,
  /** Address space of git: the largest allowed repo needs a tenth. Stops data that decompresses without end. */
  repoGitMemoryBytes: 2048 * MIB,
  /** All files of a repo: photos and fonts of a large collection fit, a disk image does not. */
  repoBytes: 128 * MIB,
  repoFileBytes: 16 * MIB,
  repoFiles: 10_000,
  /** Screens of one repo. */
  repoScreens: 1_000,
  /** All their metadata (an honest file has 1 KiB): the main thread reads it, and hostile 64 KiB take half a second. */
  repoMetaBytes: 512 * KIB,
  /** Path of a file in a repo, and one name in it: with the folder of the cache, file systems can still hold it. */
  repoPathBytes: 512,
  repoNameBytes: 128,
  /** Fetches that run at the same time; others wait. */
  repoFetches: 4,
  /** Wait after a failed fetch, doubled with each further one. */
  repoRetryMinMs: 30_000,
  repoRetryMaxMs: 3_600_000,
  /** How often a server marks a commit as used, and for how long after the last mark others keep it. */
  repoTouchMs: 300_000,
  repoUnusedMs: 3_600_000,
  /** How long the state of a handle is kept after the last server has removed it from its config. */
  repoForgottenMs: 30 * 86_400_000,
  /** Drawing one picture, where a caller waits so long; a Spectra panel with photos needs well under one second. */
  rasterWallMs: 15_000,
  /**
   * Private memory of a process that draws, or that reads pictures for scripts: heap, stacks, and the pixels of the
   * largest picture with a blurred group in it (64 MiB a layer, 680 MiB in all). Only hostile pictures need more.
   */
  rasterMemoryBytes: 768 * MIB,
  imageMemoryBytes: 768 * MIB,
  /** The same for a process that checks the screens of a repo; it has no pixels. */
  checkMemoryBytes: 512 * MIB,
  /** A drawing process that holds more memory than this after a picture is replaced when it is idle. */
  processKeepBytes: 256 * MIB,
  /** Largest message of a confined process: its plain data, and its picture (a full-colour one of 4096 x 4096). */
  processHeaderBytes: 4 * MIB,
  processBodyBytes: 80 * MIB,
  /** Longest edge of a picture: larger values of the `Width` and `Height` headers are ignored. */
  pictureEdgePx: 4096,
  /** Most pixels of a picture: 4096 x 4096 would cost 64 MiB of RGBA a worker. */
  picturePixels: 4096 * 4096,
  /**
   * How long a picture that a device is told of may have to wait for those that were promised before. It leaves more than
   * half of the call for what is hard to estimate: a crowded machine, and pictures that take longer than others of their
   * kind.
   */
  promisePatienceMs: 5_000,
  /**
   * How long a device is expected to come for its picture: firmware asks at once, and tries for 15 s to connect; on a slow
   * network the answer before took its time, too.
   */
  promiseMs: 30_000,
  /** SVGs of promised pictures, which stay in the store until they are drawn: each may have 8 MiB. */
  promisedBytes: 16 * MIB,
  /** Pictures that wait to be drawn before a device asks. Of more, the next ones are asked for before their turn comes. */
  speculations: 256,
  /** Sizes of displays for which the picture that says "busy" is kept for good; one has some 3 KiB. */
  busySizes: 128,
  /** Jobs that may wait for a free thread. Beyond it a device is told to come back. */
  composeQueue: 256,
  /** Jobs that may wait for a process while those are replaced: they have had their turn, so there are few. */
  rasterQueue: 256,
  /** SVGs that devices have yet to fetch, and PNGs. Limited by bytes: a photo takes as much as 100 clocks. */
  contentStoreBytes: 32 * MIB,
  pictureStoreBytes: 32 * MIB,
  /** Failures of a screen in a row that are hidden: the device keeps showing its last good picture. */
  keptTries: 3,
  /**
   * The last good contents of such devices: 2 000 with 15 KiB each. Devices without an entry in the config have a
   * smaller store of their own, because anybody can invent them.
   */
  lastGoodBytesMapped: 32 * MIB,
  lastGoodBytesUnmapped: 8 * MIB,
  /** How long such a device's call waits at most to see whether its new picture can be drawn. */
  keptDrawMs: 2_000,
  /** A signed time is valid this long before and after it: clocks of devices drift, and /api/time tells them ours. */
  signedTimeWindowMs: 60_000,
  /** Signed times that are remembered: 10 000 devices that call every second or so for two windows. */
  signedTimes: 1_000_000,
  /** Events kept: addresses for each kind of one device, and events in all. The others are only counted. */
  eventAddressesPerKind: 3,
  events: 60_000,
  /** Age at which an event is dropped: long enough for somebody who looks once a week. */
  eventMs: 7 * 86_400_000,
  /** A device counts as in use until it has missed this many refreshes. */
  inUseRefreshes: 3,
  /**
   * First calls (and setups) of new devices from one address and from all: a fleet of 20 000 behind one address may
   * come at once after a restart, then they are slowed down. At 10 a second, guessing one short code out of 4 * 10^13
   * takes 130 000 years.
   */
  newDeviceBurst: 20_000,
  newDevicesPerSecond: 10,
  newDeviceBurstTotal: 100_000,
  newDevicesPerSecondTotal: 50,
  /** Wrong tokens and keys for known devices: a device that lost its own sends five each time it wakes. */
  wrongTokenBurst: 100,
  wrongTokensPerSecond: 1,
  wrongTokenBurstTotal: 10_000,
  wrongTokensPerSecondTotal: 20,
  /** Attempts that each address has even when others have used up the total: a device makes five each time it wakes. */
  attemptsReserved: 10,
  attemptsReservedMs: 600_000,
  /** Number of addresses whose attempts are counted, the most recent ones: about 1 MiB. */
  attemptAddresses: 10_000,
  /** Valid signed calls that were refused: they are remembered, so that they cannot be sent again. */
  refusedSignedTimes: 100_000,
  /** Text of a `Colors` header: a full palette with commas and spaces. */
  colorsHeaderCharacters: 256 * 9,
  /** Refresh interval of a device without a mapping: its owner is waiting in front of it. */
  unmappedRefreshSeconds: 300,
  refreshMaxSeconds: 2_592_000,
  /** Least refresh of a device on battery: a wake takes 5 to 15 s, so below it the radio would be on for most of the time. */
  batteryRefreshMinSeconds: 30,
  errorRefreshSeconds: 60,
  defaultRefreshSeconds: 900,
  /** Lifetime of signed URLs, and one more minute for clocks that were set back. */
  signedUrlSeconds: 3_600,
  signedUrlSlackSeconds: 60,
  /**
   * `X-Forwarded-Prefix`: with the longest host (259 characters with its port), scheme, path and signature (139) an image
   * address stays below the 1 023 bytes that firmware has room for.
   */
  forwardedPrefixCharacters: 256,
  /** Nesting of JSON bodies: real ones have three levels; deep ones are sent to overflow a stack. */
  bodyDepth: 32,
  /** Bodies of the device API. */
  logBodyBytes: 256 * KIB,
  logEntriesPerCall: 100,
  logEntriesPerDevice: 200,
  /** Characters of one stored log entry as JSON; firmware writes about 500. Longer entries are cut. */
  logEntryCharacters: 2 * KIB,
  /** Memory for the log of one device, whatever the size of its entries. */
  logBytesPerDevice: 64 * KIB,
  /**
   * Memory for the logs of all devices: 10 000 with 3 KiB each. Devices without an entry in the config have a smaller
   * store of their own, because anybody can invent them.
   */
  logBytesMapped: 32 * MIB,
  logBytesUnmapped: 8 * MIB,
  /** Bodies of the admin API: a device with very long params takes a few kilobytes. */
  adminBodyBytes: 256 * KIB,
  /** All headers of a request together; the same as Node's default. */
  headerBytes: 16 * KIB,
  /**
   * Open connections: 10 000 devices that wake within a minute and keep theirs for ten seconds are 1 700, and one takes
   * some 30 KiB. Where the system allows fewer descriptors, fewer connections are allowed.
   */
  connections: 10_000,
  /** Connections to the port of the metrics: two Prometheus servers, and a few people who look. They are in `openFilesBase`. */
  metricsConnections: 32,
  /**
   * Connections that the system has taken and the server has not: as many as come in while it computes for a second. Of those
   * beyond, the system takes no notice, and their callers try again after 1, 3, 7 and 15 seconds. The system may allow fewer
   * (on Linux `net.core.somaxconn`, 4096).
   */
  waitingConnections: 4_096,
  /** The server does not start with fewer connections than this. */
  connectionsMin: 32,
  /** Descriptors for everything except connections; a thread has two dozen files open while it loads its modules. */
  openFilesBase: 256,
  openFilesPerThread: 24,
  /** Requests on one connection, as many as nginx allows: proxies then open a new one without a pause. */
  requestsPerConnection: 1_000,
  /** What a client may send before its earlier requests are answered: a few requests. Only attackers send more. */
  pipelineBytes: 4 * KIB,
  /** An unread body is read to its end up to this size, so that the connection can be kept. */
  unreadBodyBytes: 64 * KIB,
  /** When a client is still sending after its answer: for how long, and how much, input is discarded before closing. */
  lingerMs: 2_000,
  lingerBytes: 1 * MIB,
  /** Deadlines for the head of a request and for all of it, and how often they are checked. */
  headersMs: 15_000,
  requestMs: 30_000,
  requestCheckMs: 5_000,
  /** Longer than the idle timeout of common proxies, so that the proxy closes first. */
  keepAliveMs: 65_000,
  /** Deadline for a client to receive its answer: the largest picture at 6 KB/s. */
  answerMs: 120_000,
  /** Time without a byte in either direction, also while a client does not read its answer; a preview may take 50 s. */
  socketIdleMs: 60_000,
  /** Firmware refuses a picture of exactly 90 000 (750 000) bytes, so the limit is one less. */
  pngBytesSmall: 89_999,
  pngBytesLarge: 749_999,
  /** Pictures with more pixels than an 800 x 480 panel get the large limit. */
  pngSmallPixels: 800 * 480,
  /** At the start: names in the temporary directory that are read, and folders that are examined. */
  tempNames: 100_000,
  tempFolders: 500,
  /** Time for running work to finish after SIGTERM. */
  drainMs: 10_000,
  paletteMinInks: 2,
  paletteMaxInks: 256,
} as const;
