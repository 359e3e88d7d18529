/** The first that matches: browsers name those that they are compatible with as well. */
const browsers: [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdg(A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Headless)?(Chrome|CriOS)\//],
  ['Safari', /\bVersion\/[\d.]+ .*\bSafari\//],
]

const systems: [name: string, pattern: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

/** Returns the names of the browser and of the system in a User-Agent header. */
export const readBrowser = (userAgent: string): { browser: string | null; system: string | null } => ({
  browser: find(browsers, userAgent),
  system: find(systems, userAgent),
})

const find = (list: typeof browsers, text: string): string | null =>
  list.find(([, pattern]) => pattern.test(text))?.[0] ?? null
