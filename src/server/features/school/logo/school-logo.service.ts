import { AppError } from '#shared/kernel/errors.ts'
import { fromBase64, toBase64 } from '#shared/kernel/bytes.ts'
import { pixelsOf } from '#shared/school/logo.rules.ts'
import type { LogoInput } from '#shared/school/settings/school-logo.contract.ts'
import { cleanLogo } from './clean-logo.service.ts'
import { cleanSvg } from './clean-svg.ts'
import { LogoRefused } from './png-chunks.ts'

/**
 * Returns the SVG text that a school's logo is stored as: a drawing of what draws alone, or a picture written anew within a drawing of
 * its size; empty for none.
 * @throws AppError letter.logo-refused, with the reason as its field
 */
export async function logoSvgOf(logo: LogoInput): Promise<string> {
  if (logo === null) return ''
  if (logo.kind === 'png') return pictureInSvg(await cleanLogo(fromBase64(logo.data)))
  try {
    return cleanSvg(logo.data)
  } catch (error) {
    if (!(error instanceof LogoRefused)) throw error
    throw new AppError('letter.logo-refused', { field: error.reason, cause: error })
  }
}

function pictureInSvg(png: Uint8Array): string {
  const { width, height } = pixelsOf('png', png) ?? { width: 1, height: 1 }
  const size = `width="${width}" height="${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ${size}><image ${size} href="data:image/png;base64,${toBase64(png)}"/></svg>`
}

/** Returns the picture within a stored logo; undefined for one that is drawn. */
export function pngInLogo(logoSvg: string): Uint8Array | undefined {
  const data = /^<svg [^>]*><image [^>]*href="data:image\/png;base64,([A-Za-z0-9+/=]+)"\/><\/svg>$/.exec(logoSvg)?.[1]
  return data === undefined ? undefined : fromBase64(data)
}
