import { z } from 'zod'
import { FormSlug } from '#shared/forms/form.contract.ts'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Day } from '#shared/kernel/fields.ts'
import { fromInstant } from '#shared/kernel/time.ts'
import { PupilNumbering } from '#shared/pos/pupil-number.rules.ts'
import { longestHolidayMs, mostHolidays } from '#shared/school/school-days.rules.ts'
import { regulators } from './offers/regulator-packs.ts'
import { claimKinds } from './waiting-list.rules.ts'

/** A form that is answered before a place is accepted: of every grade where none is named. */
const FirstForm = z.object({ slug: FormSlug, grades: z.array(z.string().trim().min(1).max(20)).max(30) })

const HolidayName = z.string().trim().min(1).max(80)
/** A holiday of the school: its first and its last day, both without work. */
const Holiday = z
  .object({ from: Day, to: Day, name: z.object({ en: HolidayName, ar: HolidayName }) })
  .refine(({ from, to }) => {
    const spanMs = fromInstant(`${to}T00:00:00.000Z`) - fromInstant(`${from}T00:00:00.000Z`)
    return spanMs >= 0 && spanMs <= longestHolidayMs
  })

/** By which rules a school offers seats. A school that has set none goes by the defaults. */
export const AdmissionRules = z.object({
  /** The head has to agree to every offer that is not the head's own; until then it is a draft without a seat. */
  offersNeedHead: z.boolean(),
  /** Where a child stands whose offer was not answered. */
  expiredOffersGo: z.enum(['waiting', 'rejected']),
  /** How long after its last day an answer still counts. Families are not told of it. */
  graceHours: z.int().min(0).max(168),
  /** So many hours before an offer expires its family is reminded, once for each. */
  reminderHours: z.array(z.int().min(1).max(720)).max(5),
  /** Whether a file is closed by itself once the deposit is overdue. */
  depositOverdue: z.boolean(),
  /** How long the mail about a refusal waits, so that it can still be stopped. */
  coolingHours: z.int().min(0).max(168),
  /** Which claims come before others on the waiting list, the first first; a kind that is not named gives none. */
  claimOrder: z
    .array(z.enum(claimKinds))
    .max(claimKinds.length)
    .refine((kinds) => new Set(kinds).size === kinds.length),
  /** Whether the pages that a family has a link to say at which place its child waits. */
  tellsPosition: z.boolean(),
  /** How much of a deposit goes back to a family that gives its place up, in per cent; where the school ends it, all of it. */
  withdrawalRefund: z.int().min(0).max(100),
  /** After which day whoever still waits for a year is told that its intake is closed; a year that is not named stays open. */
  intakeEnds: z
    .array(z.object({ entryYear: z.int().min(2000).max(2200), on: Day }))
    .max(6)
    .refine((ends) => new Set(ends.map(({ entryYear }) => entryYear)).size === ends.length),
  /** So many months after a file was closed its time is over; null keeps it until somebody decides. */
  keepClosedMonths: z.int().min(1).max(120).nullable(),
  /** A closed file whose time is over is erased by the clock; otherwise somebody does it by hand. */
  erasesByItself: z.boolean(),
  /** Nobody comes on the short list before the identity of the child and of whoever signs was held against a paper. */
  identityBeforeShortlist: z.boolean(),
  /** Days without work besides the weekend: no deadline that counts working days counts them. */
  holidays: z.array(Holiday).max(mostHolidays),
  /** Whose rules about money the school goes by; what a school has not said follows from its country, as do the next two. */
  regulator: z.enum(regulators),
  /** Whoever signs an offer has answered the consent form before. */
  consentsFirst: z.boolean(),
  /** Which of its forms the school has answered before a place is accepted, each once. */
  formsFirst: z
    .array(FirstForm)
    .max(10)
    .refine((forms) => new Set(forms.map(({ slug }) => slug)).size === forms.length),
  /** A place is confirmed only once the contract with the parents is signed. */
  needsContract: z.boolean(),
  /** A place is confirmed only once the child is registered with the regulator. */
  needsRegistration: z.boolean(),
  /** The tills sell to whoever joins from the first day of school on, which the offer names, not from the confirmation on. */
  accountFromFirstDay: z.boolean(),
  /** How whoever joins is numbered. */
  pupilNumbers: PupilNumbering,
})
export type AdmissionRules = z.infer<typeof AdmissionRules>

const Standing = z.object({
  rules: AdmissionRules,
  /** Counts the changes; 0 where nothing was set. Whoever changes the rules names the one that they have seen. */
  revision: z.int(),
  /** Forms of the school that a family can answer by a link of its own. */
  forms: z.array(z.object({ slug: FormSlug, title: Bilingual })).default([]),
})

/** The rules in force. @throws AppError access.denied */
export const admissionRules = endpoint({
  method: 'get',
  path: '/admission/rules',
  audience: 'session',
  body: Nothing,
  reply: Standing,
})

/** Sets them all. They hold for what is decided from then on. @throws AppError access.denied, rules.changed (somebody was faster) */
export const setAdmissionRules = endpoint({
  method: 'post',
  path: '/admission/set_rules',
  audience: 'session',
  body: z.object({ rules: AdmissionRules, revision: z.int().min(0) }),
  reply: Standing,
})
