import { z } from 'zod'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Instant, Revision } from '#shared/kernel/fields.ts'
import { maxLogoBytes } from '#shared/school/logo.rules.ts'

/*
 * The logo at the head of a school's letters. Each change is a version that nobody changes any more, taking it away too; anyone who
 * changes it names the version that they have seen.
 */

const Version = Revision

const LetterLogo = z.object({
  /** 0 before the first. */
  version: Version,
  /** The picture as the server wrote it, a PNG; null where letters have the logo that the school began with, or none. */
  png: z.base64().nullable(),
  /** Who has set or removed it last. */
  changed: z.object({ by: Bilingual.nullable(), at: Instant }).nullable(),
})
export type LetterLogo = z.infer<typeof LetterLogo>

/** The logo that letters are issued with now. @throws AppError access.denied */
export const readLetterLogo = endpoint({
  method: 'get',
  path: '/letters/logo',
  audience: 'session',
  body: Nothing,
  reply: LetterLogo,
})

/**
 * Sets the logo of all letters that are issued from now on: a PNG of `maxLogoPixels` at most, drawn by a browser of whatever was
 * chosen. It is decoded and rewritten: nothing else that the file carried is kept. Sending the same again is answered as before.
 * @throws AppError access.denied, form.edit-conflict, letter.logo-refused with a `LogoRefusal` as its field
 */
export const setLetterLogo = endpoint({
  method: 'post',
  path: '/letters/logo',
  audience: 'session',
  body: z.object({ seen: Version, png: z.base64().max(Math.ceil(maxLogoBytes / 3) * 4 + 4) }),
  bodyLimit: 3 * 1024 * 1024,
  reply: z.object({ version: Version }),
})

/** Takes it away; letters that were issued keep theirs. @throws AppError access.denied, form.edit-conflict */
export const removeLetterLogo = endpoint({
  method: 'post',
  path: '/letters/logo/remove',
  audience: 'session',
  body: z.object({ seen: Version }),
  reply: z.object({ version: Version }),
})
