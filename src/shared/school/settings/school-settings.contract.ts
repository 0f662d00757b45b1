import { z } from 'zod'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Instant, Revision } from '#shared/kernel/fields.ts'
import { GradeUse } from './grade-settings.contract.ts'
import { settingsInputs, settingsValues } from './settings-values.contract.ts'

/*
 * Settings of a school, one group per page. Each group has its own version; a change names the version that was seen, so that of
 * two administrators at once the second is told.
 */

export type SettingsGroup = keyof typeof settingsInputs
export type SettingsValues<G extends SettingsGroup> = z.infer<(typeof settingsInputs)[G]>

export const settingsGroups = Object.keys(settingsInputs) as SettingsGroup[]

const Changed = z.object({ by: Bilingual.nullable(), at: Instant }).nullable()

/** A group as it stands: `version` is 0 before its first change. */
const standing = <V extends z.ZodType>(values: V) => z.object({ version: Revision, changed: Changed, values })

const SchoolSettings = z.object({
  names: standing(settingsValues.names),
  look: standing(settingsValues.look),
  texts: standing(settingsValues.texts),
  admission: standing(settingsValues.admission),
  grades: standing(settingsValues.grades),
  years: standing(settingsValues.years),
  regulator: standing(settingsValues.regulator),
  statuses: standing(settingsValues.statuses),
  letters: standing(settingsValues.letters),
  connections: standing(settingsValues.connections),
  calendar: standing(settingsValues.calendar),
  address: standing(settingsValues.address),
  days: standing(settingsValues.days),
  tills: standing(settingsValues.tills),
  officeForms: standing(settingsValues.officeForms),
  /** The logo is changed by a call of its own (`setSchoolLogo`). */
  logo: z.object({ version: Revision, changed: Changed }),
  /** Whether the icons of the installed app are there as pictures of what they show now (`setAppIcons`). */
  hasAppIcons: z.boolean(),
  /** Whether the server has an outside captcha. */
  hasOutsideCaptcha: z.boolean(),
  /** The address below the first label, which stays whatever domain is set. */
  firstAddress: z.string(),
  /** True once amounts are kept in the school's currency. */
  isCurrencyFixed: z.boolean(),
  /** Tax codes that an item or a sale names. */
  usedTaxCodes: z.array(z.string()),
  /** Grades that cannot be deleted, each with where it is in use. */
  usedGrades: z.array(z.object({ code: z.string(), by: z.array(GradeUse) })),
})
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
export const SettingsChange = z.discriminatedUnion('group', [
  change('names', settingsInputs.names),
  change('look', settingsInputs.look),
  change('texts', settingsInputs.texts),
  change('admission', settingsInputs.admission),
  change('grades', settingsInputs.grades),
  change('years', settingsInputs.years),
  change('regulator', settingsInputs.regulator),
  change('statuses', settingsInputs.statuses),
  change('letters', settingsInputs.letters),
  change('connections', settingsInputs.connections),
  change('calendar', settingsInputs.calendar),
  change('address', settingsInputs.address),
  change('days', settingsInputs.days),
  change('tills', settingsInputs.tills),
  change('officeForms', settingsInputs.officeForms),
])
export type SettingsChange = z.infer<typeof SettingsChange>

/**
 * Changes one group. The same values sent again are answered as before.
 * @throws AppError access.denied, settings.changed if somebody else has changed the group since `seen`, settings.currency-fixed,
 * settings.tax-code-used, settings.grade-used with the grade's code as its field, settings.domain-taken,
 * settings.domain-reserved, settings.domain-unreached
 */
export const changeSchoolSettings = endpoint({
  method: 'post',
  path: '/settings/school',
  audience: 'session',
  body: z.object({ settings: SettingsChange }),
  bodyLimit: 256 * 1024,
  reply: z.object({ version: Revision }),
})
