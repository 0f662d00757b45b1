const symbol = /<symbol id="([^"]+)" overflow="visible"><path d="M 0 0([^"]*)"\/><\/symbol>/g
const run = /(?:<use xlink:href="#[^"]+"(?: x="[^"]*")? fill="[^"]*"\/>)+/g
const use = /<use xlink:href="#([^"]+)"(?: x="([^"]*)")? fill="([^"]*)"\/>/g

/** Outlines as they came, and in thousandths of a point: from key to key a letter has the same glyphs. */
const shorter = new Map<string, string>()
const maxStored = 5000

const thousandths = (number: string | undefined) => String(Math.round(Number(number ?? 0) * 1000) / 1000)

function shorten(outline: string): string {
  const known = shorter.get(outline)
  if (known !== undefined) return known
  const short = outline.replaceAll(/-?\d+\.\d+(?:e-?\d+)?/g, thousandths).replaceAll(/ ?([a-zA-Z]) ?/g, '$1')
  if (shorter.size >= maxStored) shorter.clear()
  shorter.set(outline, short)
  return short
}

/**
 * The typesetter's drawing with one path for each run of glyphs of one colour in place of a reference for each glyph: a browser
 * makes a small tree of its own for every reference, and a letter has thousands. Their outlines are relative (`m`, `l`, `q` …)
 * after one `M 0 0`, so moving one is naming another place to begin. What is written in another way stays as it is.
 */
export function joinGlyphs(svg: string): string {
  const outlines = new Map<string, string>()
  for (const [, id = '', outline = ''] of svg.matchAll(symbol)) outlines.set(id, shorten(outline))
  const joined = svg.replaceAll(run, (uses) => pathsOf(uses, outlines) ?? uses)
  return joined.includes('<use') ? joined : joined.replace(/<defs>.*<\/defs>/s, '')
}

function pathsOf(uses: string, outlines: ReadonlyMap<string, string>): string | undefined {
  const paths: { fill: string; d: string }[] = []
  for (const [, id = '', x, fill = ''] of uses.matchAll(use)) {
    const outline = outlines.get(id)
    if (outline === undefined || /[MLHVCSQTA]/.test(outline)) return undefined
    const last = paths.at(-1)
    const d = `M${thousandths(x)} 0${outline}`
    if (last?.fill === fill) last.d += d
    else paths.push({ fill, d })
  }
  return paths.map(({ fill, d }) => `<path fill="${fill}" d="${d}"/>`).join('')
}
