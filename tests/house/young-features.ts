/*
 * New features of the language, the platform and style sheets, with the first version of each browser that has them
 * (MDN's compatibility data, November 2026; null: none). The patterns match built files, which are minified.
 */
export interface YoungFeature {
  name: string;
  used: RegExp;
  since: { chrome: number | null; firefox: number | null; ios: number | null };
}

const feature = (
  name: string,
  used: RegExp,
  [chrome, firefox, ios]: readonly [number | null, number | null, number | null],
): YoungFeature => ({ name, used, since: { chrome, firefox, ios } });

const method = (name: string, since: readonly [number | null, number | null, number | null]) =>
  feature(name, new RegExp(`\\.${name}\\??\\.?\\(`), since);

export const YOUNG_APIS: readonly YoungFeature[] = [
  // The language.
  method('at', [92, 90, 15.4]),
  method('findLast', [97, 104, 15.4]),
  method('findLastIndex', [97, 104, 15.4]),
  method('toReversed', [110, 115, 16]),
  method('toSorted', [110, 115, 16]),
  method('toSpliced', [110, 115, 16]),
  method('with', [110, 115, 16]),
  method('toWellFormed', [111, 119, 16.4]),
  method('isWellFormed', [111, 119, 16.4]),
  method('isSubsetOf', [122, 127, 17]),
  method('isSupersetOf', [122, 127, 17]),
  method('symmetricDifference', [122, 127, 17]),
  method('waitAsync', [87, 145, 16.4]),
  method('transferToFixedLength', [114, 122, 17.4]),
  method('getOrInsert', [145, 144, 26.2]),
  method('getOrInsertComputed', [145, 144, 26.2]),
  feature('Array.fromAsync', /\bArray\.fromAsync\b/, [121, 115, 16.4]),
  feature('Object.groupBy', /\bObject\.groupBy\b/, [117, 119, 17.4]),
  feature('Map.groupBy', /\bMap\.groupBy\b/, [117, 119, 17.4]),
  feature('Object.hasOwn', /\bObject\.hasOwn\b/, [93, 92, 15.4]),
  // Dexie defines one on its own promises.
  feature('Promise.withResolvers', /\bPromise\.withResolvers\(/, [119, 121, 17.4]),
  feature('Promise.try', /\bPromise\.try\(/, [128, 134, 18.2]),
  feature('RegExp.escape', /\bRegExp\.escape\b/, [136, 134, 18.2]),
  feature('Error.isError', /\bError\.isError\b/, [134, 138, null]),
  feature('Math.sumPrecise', /\bMath\.sumPrecise\b/, [147, 137, 26.2]),
  feature('Iterator', /\bIterator\.(from|prototype|concat)\b/, [122, 131, 18.4]),
  feature('Uint8Array.fromBase64', /\.(fromBase64|toBase64|fromHex|toHex|setFromBase64)\(/, [140, 133, 18.2]),
  feature('Temporal', /\bTemporal\.\w/, [144, 139, null]),
  feature('Intl.Segmenter', /\bIntl\.Segmenter\b/, [87, 125, 14.5]),
  feature('Intl.DurationFormat', /\bIntl\.DurationFormat\b/, [129, 136, 16.4]),
  feature('Intl.supportedValuesOf', /\bIntl\.supportedValuesOf\b/, [99, 93, 15.4]),
  feature('WeakRef', /\bnew WeakRef\b/, [84, 79, 14.5]),
  feature('a look behind in a regular expression', /\(\?<[=!]/, [62, 78, 16.4]),
  feature('the flag v of a regular expression', /[,=(:]\/[^/\n*][^/\n]*\/[dgimsuy]*v[dgimsuy]*[.,;)]/, [112, 116, 17]),
  // The platform.
  feature('AbortSignal.timeout', /\bAbortSignal\.timeout\b/, [103, 100, 16]),
  feature('AbortSignal.any', /\bAbortSignal\.any\b/, [116, 124, 17.4]),
  feature('structuredClone', /\bstructuredClone\b/, [98, 94, 15.4]),
  feature('crypto.randomUUID', /\brandomUUID\b/, [92, 95, 15.4]),
  feature('navigator.locks', /\bnavigator\.locks\b/, [69, 96, 15.4]),
  feature('BroadcastChannel', /\bBroadcastChannel\b/, [54, 38, 15.4]),
  feature('CompressionStream', /\bnew CompressionStream\b/, [80, 113, 16.4]),
  feature('DecompressionStream', /\bnew DecompressionStream\b/, [80, 113, 16.4]),
  feature('OffscreenCanvas', /\bnew OffscreenCanvas\b/, [69, 105, 16.4]),
  feature('requestIdleCallback', /\brequestIdleCallback\(/, [47, 55, null]),
  feature('URL.canParse', /\bURL\.canParse\b/, [120, 115, 17]),
  feature('URL.parse', /\bURL\.parse\b/, [126, 126, 18]),
  feature('Response.json', /\bResponse\.json\(/, [105, 115, 17]),
  feature('indexedDB.databases', /\.databases\(\)/, [72, 126, 14]),
  feature('navigator.storage', /\bnavigator\.storage\b/, [52, 57, 15.2]),
  feature('navigator.vibrate', /\bnavigator\.vibrate\b/, [32, null, null]),
  feature('navigator.userAgentData', /\buserAgentData\b/, [90, null, null]),
  feature('navigator.setAppBadge', /\bsetAppBadge\b/, [81, null, 16.4]),
  feature('BarcodeDetector', /\bBarcodeDetector\b/, [83, null, null]),
  // Found by a method of the device, because the minified code has a shorter name for the interface.
  feature('navigator.usb', /\.transferOut\(/, [61, null, null]),
  feature('navigator.serial', /\.requestPort\(/, [89, null, null]),
  feature('navigator.bluetooth', /\.getPrimaryServices\(/, [56, null, null]),
  feature('document.startViewTransition', /\bstartViewTransition\(/, [111, 144, 18]),
  feature('scheduler', /\bscheduler\.(yield|postTask)\b/, [129, 142, null]),
  feature('NavigationApi', /\bnavigation\.(navigate|currentEntry|addEventListener)\b/, [102, 147, 26.2]),
  method('checkVisibility', [105, 106, 17.4]),
  method('showPopover', [114, 125, 17]),
  method('togglePopover', [114, 125, 17]),
  method('moveBefore', [133, 144, null]),
  method('setHTMLUnsafe', [124, 123, 17.4]),
  method('showPicker', [99, 101, 16]),
];

export const YOUNG_STYLES: readonly YoungFeature[] = [
  feature('color-mix()', /\bcolor-mix\(/, [111, 113, 16.2]),
  feature('light-dark()', /\blight-dark\(/, [123, 120, 17.5]),
  feature('colours outside sRGB', /\b(oklch|oklab|lch|lab|color)\(/, [111, 113, 15.4]),
  feature('relative colours', /\b(rgb|hsl|oklch)a?\(from /, [119, 128, 16.4]),
  feature(':has()', /:has\(/, [105, 121, 15.4]),
  feature('nesting', /[{};]\s*&/, [120, 117, 17.2]),
  feature('dynamic viewport units', /\d(dvh|svh|lvh|dvw|svw|lvw|dvb|dvi)\b/, [108, 101, 15.4]),
  feature('container queries', /@container\b/, [105, 110, 16]),
  feature('cascade layers', /@layer\b/, [99, 97, 15.4]),
  feature('@scope', /@scope\b/, [118, 146, 17.4]),
  feature('@starting-style', /@starting-style\b/, [117, 129, 17.5]),
  feature('@property', /@property\b/, [85, 128, 16.4]),
  feature('ranges in media queries', /@media[^{]*[<>]/, [104, 102, 16.4]),
  feature('text-wrap', /\btext-wrap:/, [114, 121, 17.4]),
  feature('subgrid', /\bsubgrid\b/, [117, 71, 16]),
  feature('translate, rotate, scale by themselves', /[{;](translate|rotate|scale):/, [104, 72, 14.5]),
  feature('overflow: clip', /overflow(-[xy])?:clip/, [90, 81, 16]),
  feature('aspect-ratio', /aspect-ratio:/, [88, 89, 15]),
  feature('inset-inline and its like', /\binset-(inline|block)/, [87, 63, 14.5]),
  feature('field-sizing', /field-sizing:/, [123, 152, 26.2]),
  feature('anchor positioning', /\b(anchor-name|position-anchor):/, [125, 147, 26]),
  feature('scrollbar-width', /scrollbar-width:/, [121, 64, 18.2]),
  feature('scrollbar-gutter', /scrollbar-gutter:/, [94, 97, 18.2]),
  feature('content-visibility', /content-visibility:/, [85, 125, 18]),
  feature('sin(), round() and their like', /[:( ](sin|cos|tan|round|mod|rem|pow|sqrt|hypot)\(/, [125, 118, 15.4]),
  feature('linear() as an easing', /\blinear\(/, [113, 112, 17.2]),
  feature(':focus-visible', /:focus-visible/, [86, 85, 15.4]),
  feature(':nth-child(of)', /:nth-(last-)?child\([^)]* of /, [111, 113, 9]),
  feature('round corners by shape', /corner-shape:/, [139, null, null]),
];

/** Features newer than the oldest supported browsers that are used, and what happens without them. */
export const DEALT_WITH: Readonly<Record<string, string>> = {
  toReversed: 'domain/older-engines.ts',
  toSorted: 'domain/older-engines.ts',
  toSpliced: 'domain/older-engines.ts',
  toWellFormed: 'domain/older-engines.ts',
  BarcodeDetector: 'asked for: without it our own reader (src/platform/barcode-reader.ts)',
  CompressionStream: 'asked for by its name: without it a push goes as it is (sync/host/fetch-transport.ts)',
  OffscreenCanvas: 'asked for by its name: without it a canvas of the page (src/platform/picture/shrink-image.ts)',
  requestIdleCallback: 'asked for: without it a timer (src/platform/when-idle.ts)',
  'Uint8Array.fromBase64': 'the hashes ask for toHex: without it by hand',
  'navigator.userAgentData': 'Dexie and Floating UI ask for it: without it the older names',
  NavigationApi: 'React asks for it: without it nothing is missing',
  'URL.canParse': 'valibot asks for it: without it new URL()',
  'navigator.vibrate': 'asked for: without it the sound and the picture tell (src/platform/sound/scan-sound.ts)',
  'navigator.setAppBadge': 'asked for by its name: without it the icon bears no number (sync/host/app-badge.ts)',
  'navigator.usb': 'asked for: without it another way to the printer, or the print dialog (src/platform/printer)',
  'navigator.serial': 'asked for: without it another way to the printer, or the print dialog (src/platform/printer)',
  'navigator.bluetooth': 'asked for: without it another way to the printer, or the print dialog (src/platform/printer)',
  'document.startViewTransition': 'React and the router ask for it; no screen asks them to',
};

/** The same for style sheets. */
export const STYLES_DEALT_WITH: Readonly<Record<string, string>> = {
  'container queries': 'Mantine’s pagination is as on a wide list where it is narrow',
  'content-visibility': 'a long sale takes longer to lay out',
  'dynamic viewport units':
    'said for browsers that know them (src/app/app.css): else the window without its bars counts',
  'field-sizing': 'a text field keeps the height of its rows and scrolls',
  'overflow: clip': 'a page is as wide as a list that opens beyond its edge',
  'text-wrap': 'lines break less evenly',
};
