import { z } from 'zod'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Instant, Revision } from '#shared/kernel/fields.ts'
import { SchoolContact } from '../school.contract.ts'

/*
 * Settings of a school, one group per page. Each group has its own version; a change names the version that was seen, so that of
 * two administrators at once the second is told. What is read has wide types: values written before a bound existed stay readable.
 */

const text = (most: number) => z.string().trim().max(most)
const inBoth = (most: number) => z.object({ en: text(most).min(1), ar: text(most).min(1) })

const webPage = z.url({ protocol: /^https?$/, hostname: /\.[^.]/ })
/** A full web address, or empty. */
const WebAddress = text(300).refine((address) => address === '' || webPage.safeParse(address).success)
const Email = text(200).refine((address) => address === '' || z.email().safeParse(address).success)
const Phone = text(40).refine((number) => number === '' || /^\+?[\d\s()-]{5,}$/.test(number))

const Names = z.object({ name: Bilingual, website: z.string(), lmsUrl: z.string(), contact: SchoolContact })
const NamesInput = z.object({
  name: inBoth(120),
  website: WebAddress,
  lmsUrl: WebAddress,
  contact: z.object({ email: Email, phone: Phone }),
})

/** What the values of each group must be to be saved, by the group's name. */
export const settingsInputs = { names: NamesInput } as const

export type SettingsGroup = keyof typeof settingsInputs
export type SettingsValues<G extends SettingsGroup> = z.infer<(typeof settingsInputs)[G]>

export const settingsGroups = Object.keys(settingsInputs) as SettingsGroup[]

/** A group as it stands: `version` is 0 before its first change. */
const standing = <V extends z.ZodType>(values: V) =>
  z.object({ version: Revision, changed: z.object({ by: Bilingual.nullable(), at: Instant }).nullable(), values })

const SchoolSettings = z.object({ names: standing(Names) })
export type SchoolSettings = z.infer<typeof SchoolSettings>
export type SettingsStanding<G extends SettingsGroup> = SchoolSettings[G]

/** Returns all settings of the school. @throws AppError access.denied */
export const readSchoolSettings = endpoint({
  method: 'get',
  path: '/settings/school',
  audience: 'session',
  body: Nothing,
  reply: SchoolSettings,
})

const change = <G extends SettingsGroup, V extends (typeof settingsInputs)[G]>(group: G, values: V) =>
  z.object({ group: z.literal(group), seen: Revision, values })

/** One group with its new values; `seen` is the version that they were changed from. */
export const SettingsChange = z.discriminatedUnion('group', [change('names', settingsInputs.names)])
export type SettingsChange = z.infer<typeof SettingsChange>

/**
 * Changes one group. The same values sent again are answered as before.
 * @throws AppError access.denied, settings.changed if somebody else has changed the group since `seen`
 */
export const changeSchoolSettings = endpoint({
  method: 'post',
  path: '/settings/school',
  audience: 'session',
  body: z.object({ settings: SettingsChange }),
  bodyLimit: 256 * 1024,
  reply: z.object({ version: Revision }),
})
