import { z } from 'zod'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { Revision } from '#shared/kernel/fields.ts'
import { maxLogoBytes } from '../logo.rules.ts'

/** A logo as it is sent: a drawing as its text, a picture as a PNG of the size that `logoBox` holds; null for none. */
export const LogoInput = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('svg'), data: z.string().max(1_000_000) }),
    z.object({ kind: z.literal('png'), data: z.base64().max(Math.ceil(maxLogoBytes / 3) * 4 + 4) }),
  ])
  .nullable()
export type LogoInput = z.infer<typeof LogoInput>

/**
 * Sets the school's logo on all its pages and in its installed app. Drawings are cleaned, pictures rewritten. The same sent again is
 * answered as before.
 * @throws AppError access.denied, settings.changed, letter.logo-refused with a `LogoRefusal` as its field
 */
export const setSchoolLogo = endpoint({
  method: 'post',
  path: '/settings/logo',
  audience: 'session',
  body: z.object({ seen: Revision, logo: LogoInput }),
  bodyLimit: 3 * 1024 * 1024,
  reply: z.object({ version: Revision }),
})
