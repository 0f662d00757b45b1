import { readableBrand } from '#shared/school/brand.rules.ts'

/** The colours a person may have in place of the school's, at level 600. No red, amber or bright green: those say how things stand. */
export const palette = {
  teal: '#0f766e',
  blue: '#1d4ed8',
  indigo: '#4338ca',
  violet: '#6d28d9',
  pink: '#be185d',
  brown: '#7c4a21',
  slate: '#334155',
} as const
export type PaletteColor = keyof typeof palette

export const isPaletteColor = (name: string): name is PaletteColor => Object.hasOwn(palette, name)

export const colorLevels = [500, 600, 700, 800, 900] as const

/** How much of the colour is left, and what it is mixed with; as the shades of app.css. */
const mixes: Readonly<Record<number, [keep: number, other: 0 | 255]>> = {
  500: [0.82, 255],
  700: [0.88, 0],
  800: [0.74, 0],
  900: [0.58, 0],
}

/** A colour at a level, never so pale that white text on it could not be read. */
export function brandAt(hex: string, level: number): string {
  const [keep, other] = mixes[level] ?? [1, 0]
  const mixed = [1, 3, 5].map((at) =>
    Math.round(Number.parseInt(hex.slice(at, at + 2), 16) * keep + other * (1 - keep)),
  )
  return readableBrand(`#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`)
}
