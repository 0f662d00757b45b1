import { z } from 'zod'
import { Bilingual } from '#shared/kernel/endpoint.ts'
import { TypedName } from '#shared/kernel/fields.ts'
import { regulators } from '../regulator.rules.ts'

/*
 * The settings of the regulator, the labels of statuses, the letters and the outside listing: as they are read, and what they must be
 * to be saved. Codes of higher domains are bounded by their form only; a code of nothing is never asked for.
 */

const Code = z.string().regex(/^[a-z][a-z0-9-]{0,59}$/)
const both = (most: number) =>
  z.object({ en: z.string().trim().min(1).max(most), ar: z.string().trim().min(1).max(most) })
const PersonName = TypedName.pipe(z.string().min(1).max(120))
const isDistinct = (values: readonly string[]): boolean => new Set(values).size === values.length

export const RegulatorSetting = z.object({ regulator: z.enum(regulators) })

/** Labels of application statuses in place of the usual ones; a status that is not in the list keeps its usual label. */
export const StatusLabel = z.object({ status: z.string(), label: Bilingual })
export type StatusLabel = z.infer<typeof StatusLabel>
export const Statuses = z.object({ labels: z.array(StatusLabel) })
export const StatusesInput = z.object({
  labels: z
    .array(z.object({ status: Code, label: both(40) }))
    .max(30)
    .refine((labels) => isDistinct(labels.map(({ status }) => status))),
})

/** A person who signs letters for the school. */
export const Signatory = z.object({ id: z.string(), name: Bilingual, position: Bilingual })
export type Signatory = z.infer<typeof Signatory>
export const Letters = z.object({
  signatories: z.array(Signatory),
  /** Who signs which letter; a letter that is not in the list is signed by the school. */
  signedBy: z.array(z.object({ letter: z.string(), signatory: z.string() })),
  /** Letters that only some schools use, which this one does. */
  own: z.array(z.string()),
})
export type LetterSettings = z.infer<typeof Letters>
export const LettersInput = z
  .object({
    signatories: z
      .array(z.object({ id: z.uuid(), name: z.object({ en: PersonName, ar: PersonName }), position: both(120) }))
      .max(30)
      .refine((people) => isDistinct(people.map(({ id }) => id))),
    signedBy: z.array(z.object({ letter: Code, signatory: z.uuid() })).max(60),
    own: z.array(Code).max(60),
  })
  .refine(({ signedBy }) => isDistinct(signedBy.map(({ letter }) => letter)), { path: ['signedBy'] })
  .refine(
    ({ signatories, signedBy }) => signedBy.every((each) => signatories.some(({ id }) => id === each.signatory)),
    {
      path: ['signedBy'],
    },
  )

/** Which captcha pages show: the server's own challenge, or the outside one that the server's operator has configured. */
export const captchas = ['own', 'outside'] as const

/** The address of a listing of outside services, or empty; and the captcha. */
export const Connections = z.object({ listingUrl: z.string(), captcha: z.enum(captchas).optional() })
export const ConnectionsInput = z.object({
  captcha: z.enum(captchas).optional(),
  listingUrl: z
    .string()
    .trim()
    .max(500)
    .refine((address) => address === '' || isOutsideAddress(address)),
})

const outside = /^https:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+)(?::443)?(?:[/?#]\S*)?$/i

/**
 * Returns whether it is a web address over TLS with a host name of the public internet, without a name, a password or
 * another port than the usual one. What the name
 * leads to is checked again when it is asked.
 */
function isOutsideAddress(address: string): boolean {
  const host = outside.exec(address)?.[1]
  return host !== undefined && !/\.(local|internal|localhost)$/i.test(host)
}
