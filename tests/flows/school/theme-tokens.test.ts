import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** The colours that a sheet sets in light and in dark, those that are written out. */
const sheets = ['app', 'desk']
  .map((name) => readFileSync(new URL(`../../../src/client/theme/${name}.css`, import.meta.url), 'utf8'))
  .join('\n')

function coloursIn(selector: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, head = '', body = ''] of sheets.matchAll(/^(:root[^{,]*)\{([^}]*)\}/gm)) {
    if (head.trim() !== selector) continue
    for (const [, name = '', hex = ''] of body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{3,6});/g)) found.set(name, hex)
  }
  return found
}

const light = coloursIn(':root')
const dark = new Map([...light, ...coloursIn(':root[data-mantine-color-scheme="dark"]')])

function luminance(hex: string): number {
  const long = hex.length === 4 ? hex.slice(1).replaceAll(/./g, '$&$&') : hex.slice(1)
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(long.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(colours: Map<string, string>, one: string, other: string): number {
  const values = [one, other].map((name) => {
    const hex = colours.get(name)
    if (hex === undefined) throw new Error(`no colour --${name}`)
    return luminance(hex)
  })
  const [high = 0, low = 0] = values.toSorted((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

/** Text that can stand on any neutral ground, and each state on its tint. */
const grounds = ['surface', 'page', 'hover', 'sunk']
const texts = [
  ...['ink', 'ink-soft', 'ink-faint'].flatMap((text) => grounds.map((ground) => [text, ground])),
  ...['good', 'warn', 'bad', 'info'].flatMap((state) => [
    ...['surface', 'page'].map((ground) => [state, ground]),
    [state, `${state}-tint`],
  ]),
]

describe.each([
  ['light', light],
  ['dark', dark],
])('the tokens in %s', (_name, colours) => {
  it.each(texts)('%s can be read on %s', (text = '', ground = '') => {
    expect(contrast(colours, text, ground)).toBeGreaterThanOrEqual(4.5)
  })

  it('draws the border of a field so that it is seen', () => {
    expect(contrast(colours, 'line-strong', 'surface')).toBeGreaterThanOrEqual(3)
  })
})
