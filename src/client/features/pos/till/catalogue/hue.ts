import type { CSSProperties } from 'react'

/** A turn of the colour wheel after which even many steps stay apart (the golden angle). */
const step = 137.5
const first = 195

/** The hue of the nth category, in degrees. */
export const hueOf = (index: number): number => Math.round((first + index * step) % 360)

/** Hands a hue to a stylesheet as `--hue`. */
export const hueStyle = (hue: number): CSSProperties => ({ '--hue': hue }) as CSSProperties
