import type { CSSProperties } from 'react'

/** Hands a hue to a stylesheet as `--hue`. */
export const hueStyle = (hue: number | undefined): CSSProperties => ({ '--hue': hue }) as CSSProperties
