// chunk: profile
/** What browsers call themselves, the more particular ones first: nearly all of them also name those below. */
const browsers = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS|Chromium)\//],
  ['Safari', /Safari\//],
] as const

const systems = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad|iPod/],
  ['ChromeOS', /CrOS/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh|Mac OS X/],
  ['Linux', /Linux/],
] as const

const firstIn = (list: readonly (readonly [string, RegExp])[], userAgent: string): string | undefined =>
  list.find(([, sign]) => sign.test(userAgent))?.[0]

/** Browser and system as people call them; nothing where the browser does not say. */
export function browserName(userAgent: string): { browser: string; system: string } | undefined {
  const browser = firstIn(browsers, userAgent)
  const system = firstIn(systems, userAgent)
  return browser && system ? { browser, system } : undefined
}
