import { toBase64 } from '#shared/kernel/bytes.ts'
import type { LogoRefusal } from '#shared/school/logo.rules.ts'
import type { LogoInput } from '#shared/school/settings/school-logo.contract.ts'
import { logoPng } from './logo-png.ts'

/** Bytes of a drawing; the server takes no more. */
const maxSvgBytes = 200_000

/** Reads a chosen file as a logo: a drawing as its text, a picture converted to PNG. */
export async function logoOf(file: File): Promise<{ logo: LogoInput } | { refused: LogoRefusal }> {
  if (file.type === 'image/svg+xml' || /\.svg$/i.test(file.name)) {
    return file.size > maxSvgBytes ? { refused: 'bytes' } : { logo: { kind: 'svg', data: await file.text() } }
  }
  const made = await logoPng(file)
  return 'refused' in made ? made : { logo: { kind: 'png', data: toBase64(made.png) } }
}
