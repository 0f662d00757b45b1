import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { type AppIconName, appIconSizes } from '#shared/school/settings/app-icons.contract.ts'
import type { Language } from '#shared/kernel/fields.ts'

/** Branding of an installed app. */
export interface AppFace {
  /** Code of the school; undefined for the product itself. */
  code: string | undefined
  name: Bilingual
  language: Language
  brand: string
}

export const productApp: AppFace = {
  code: undefined,
  name: { en: 'Bawaba', ar: 'بوابة' },
  language: 'en',
  brand: '#0f766e',
}

/** Builds the web app manifest, with the icons that there are as pictures too: each school is an app of its own, also where several share one host. */
export function manifestOf({ code, name, language, brand }: AppFace, pictures: readonly AppIconName[] = []) {
  const base = code === undefined ? '/branding' : `/branding/${code}`
  return {
    id: code === undefined ? '/' : `/?school=${code}`,
    name: name[language],
    short_name: shorten(name[language]),
    lang: language,
    dir: language === 'ar' ? 'rtl' : 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: brand,
    background_color: '#ffffff',
    icons: [
      { src: `${base}/icon.svg`, sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      { src: `${base}/maskable.svg`, sizes: 'any', type: 'image/svg+xml', purpose: 'maskable' },
      ...pictures.map((picture) => ({
        src: `${base}/${picture}.png`,
        sizes: `${appIconSizes[picture].side}x${appIconSizes[picture].side}`,
        type: 'image/png',
        purpose: appIconSizes[picture].isMaskable ? 'maskable' : 'any',
      })),
    ],
  }
}

const shortLength = 12

/** Shortens to as many whole words as a home screen has room for, at least one. */
function shorten(name: string): string {
  const [first = name, ...rest] = name.split(' ')
  let short = first
  for (const word of rest) {
    if (short.length + 1 + word.length > shortLength) break
    short += ` ${word}`
  }
  return short
}

/** Data of an icon. */
export interface IconFace {
  initial: string
  /** `#rrggbb`. */
  brand: string
  /** SVG text of the logo where the icon shows it in place of the letter. */
  logo?: string | undefined
}

/** Product's own icon, where no school is known. */
export const productFace: IconFace = { initial: 'ب', brand: '#0f766e' }

const quoted: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
const quote = (text: string) => text.replace(/[&<>"']/g, (char) => quoted[char] ?? '')

/**
 * Draws a square icon: one letter on the brand colour. `maskable` fills the whole square and keeps the letter inside the middle
 * four fifths, since launchers cut their own shapes.
 */
export function iconSvg(face: IconFace, maskable: boolean): string {
  const brand = /^#[0-9a-f]{6}$/i.test(face.brand) ? face.brand : productFace.brand
  const [corner, size] = maskable ? [0, 220] : [96, 300]
  const logo = placedLogo(face.logo, maskable ? 300 : 400)
  if (logo !== undefined)
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512">
<rect width="512" height="512" rx="${corner}" fill="#ffffff"/>
${logo}
</svg>
`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512">
<rect width="512" height="512" rx="${corner}" fill="${brand}"/>
<text x="256" y="256" dy=".35em" text-anchor="middle" font-family="system-ui, sans-serif" font-size="${size}" font-weight="700" fill="${inkOn(brand)}">${quote(face.initial)}</text>
</svg>
`
}

/** Returns a logo in the middle of the square, at most `size` wide and high; undefined for one without coordinates of its own. */
function placedLogo(logoSvg: string | undefined, size: number): string | undefined {
  const [head = ''] = /^<svg[^>]*>/i.exec(logoSvg?.trim() ?? '') ?? []
  if (logoSvg === undefined || !/\sviewBox=/.test(head)) return undefined
  const start = (512 - size) / 2
  const placed = head.replaceAll(/\s(?:x|y|width|height|preserveAspectRatio)="[^"]*"/g, '').slice(4)
  return `<svg x="${start}" y="${start}" width="${size}" height="${size}"${placed}${logoSvg.trim().slice(head.length)}`
}

/** Returns the first letter of a name; skips the Arabic article. */
export function initialOf(name: string): string {
  const bare = name.trim().replace(/^ال(?=\S)/u, '')
  const [first] = new Intl.Segmenter('ar', { granularity: 'grapheme' }).segment(bare)
  return first?.segment.toUpperCase() ?? productFace.initial
}

/** Returns white where readable (WCAG contrast of at least 3 for such large letters), else near black. */
function inkOn(brand: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(brand.slice(at, at + 2), 16) / 255))
  const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b
  return 1.05 / (luminance + 0.05) >= 3 ? '#ffffff' : '#111111'
}

const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
