import type { Bilingual } from '#shared/kernel/endpoint.ts'
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

/** Builds the web app manifest: each school is an app of its own, also where several share one host. */
export function manifestOf({ code, name, language, brand }: AppFace) {
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
