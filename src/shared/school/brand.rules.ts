// chunk: frame
/** Our teal at level 600; white on it has a contrast of 5.5. */
export const defaultBrand = '#0f766e'

/** WCAG 2.2 AA for text of normal size. */
export const wantedContrast = 4.5

const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

const toHex = (rgb: readonly number[]): string =>
  `#${rgb.map((c) => Math.round(c).toString(16).padStart(2, '0')).join('')}`

const linear = (channel: number): number => {
  const c = channel / 255
  return c <= 0.040_45 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
}

/** Returns the contrast of white text on `hex`, from 1 to 21. */
export function contrastWithWhite(hex: string): number {
  const [r = 0, g = 0, b = 0] = channels(hex).map(linear)
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05)
}

/** Returns the colour itself where white text on it can be read, else the lightest darker one where it can; ours if it is no colour. */
export function readableBrand(hex: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) return defaultBrand
  const rgb = channels(hex)
  for (let keep = 100; keep > 0; keep -= 2) {
    const candidate = toHex(rgb.map((c) => (c * keep) / 100))
    if (contrastWithWhite(candidate) >= wantedContrast) return candidate
  }
  return defaultBrand
}
