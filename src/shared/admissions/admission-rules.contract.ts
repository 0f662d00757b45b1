import { answerMinutes, officeTimes } from './enquiries/answer-clock.rules.ts'
import { z } from 'zod'
import { FormSlug } from '#shared/forms/form.contract.ts'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Day, DayInput, Revision } from '#shared/kernel/fields.ts'
import { PupilNumbering } from '#shared/pos/pupil-number.rules.ts'
import { regulators } from '#shared/school/regulator.rules.ts'
import { claimKinds } from './waiting-list.rules.ts'

/** A form to be answered before an offer can be signed; applies to every grade when no grade is named. */
const RequiredForm = z.object({ slug: FormSlug, grades: z.array(z.string().trim().min(1).max(20)).max(30) })

const intakeEndsOn = (day: typeof Day) =>
  z
    .array(z.object({ entryYear: z.int().min(2000).max(2200), on: day }))
    .max(6)
    .refine((ends) => new Set(ends.map(({ entryYear }) => entryYear)).size === ends.length)

const OfficeTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** The admission rules of a school; a school that has set none uses the defaults. */
export const AdmissionRules = z.object({
  /** Every offer not made by the head needs the head's approval; until then it is a draft that holds no seat. */
  offersNeedHead: z.boolean(),
  /**
   * Required before an offer: all documents settled, an interview held, the application fee paid. The head may offer
   * anyway, with a note why.
   */
  documentsBeforeOffer: z.boolean(),
  interviewBeforeOffer: z.boolean(),
  feeBeforeOffer: z.boolean(),
  /** Status of a student whose offer expired unanswered. */
  expiredOffersGo: z.enum(['waiting', 'rejected']),
  /** Hours after the expiry of an offer in which an answer still counts. Families are not notified of them. */
  graceHours: z.int().min(0).max(168),
  /** Hours before an offer expires at which its family is reminded, one reminder each. */
  reminderHours: z.array(z.int().min(1).max(720)).max(5),
  /** Closes a file automatically once the deposit is overdue. */
  depositOverdue: z.boolean(),
  /** Hours by which the email about a rejection is delayed, so that it can still be stopped. */
  coolingHours: z.int().min(0).max(168),
  /** Waiting-list claims in order of priority, highest first; a kind that is not listed gives no priority. */
  claimOrder: z
    .array(z.enum(claimKinds))
    .max(claimKinds.length)
    .refine((kinds) => new Set(kinds).size === kinds.length),
  /** Shows families their child's waiting-list position on the pages they open by link. */
  tellsPosition: z.boolean(),
  /**
   * Percentage of the deposit refunded when the family withdraws; the school refunds all of it when it ends the place
   * itself.
   */
  withdrawalRefund: z.int().min(0).max(100),
  /**
   * Closing day of the intake per entry year, after which waiting families are notified; a year not listed stays
   * open.
   */
  intakeEnds: intakeEndsOn(Day),
  /** Months for which a closed file is retained; null keeps it until someone decides. */
  keepClosedMonths: z.int().min(1).max(120).nullable(),
  /** Erases closed files automatically after their retention period; otherwise staff do it by hand. */
  erasesByItself: z.boolean(),
  /** Requires identity checks of the child and its signers against documents before shortlisting. */
  identityBeforeShortlist: z.boolean(),
  /**
   * The regulator whose money rules apply. Its default, like those of the next two, follows from the school's
   * country.
   */
  regulator: z.enum(regulators),
  /** Requires every signer of an offer to answer the consent form before signing. */
  consentsFirst: z.boolean(),
  /** The school's forms required before an offer can be signed, each listed once. */
  formsFirst: z
    .array(RequiredForm)
    .max(10)
    .refine((forms) => new Set(forms.map(({ slug }) => slug)).size === forms.length),
  /** Requires a signed contract with the parents before a place is confirmed. */
  needsContract: z.boolean(),
  /** Requires registration with the regulator before a place is confirmed. */
  needsRegistration: z.boolean(),
  /** Opens the pupil account on the first day of school named in the offer, instead of on confirmation. */
  accountFromFirstDay: z.boolean(),
  /** Numbering scheme for the pupil numbers of joining children. */
  pupilNumbers: PupilNumbering,
  /** When the admissions office answers, on school days, as wall time of the school. Absent in calls of an earlier release. */
  officeHours: z
    .object({ opens: OfficeTime, closes: OfficeTime })
    .refine(({ opens, closes }) => opens < closes)
    .default({ ...officeTimes }),
  /** Hours of the office within which an enquiry has its first answer. */
  answerHours: z
    .int()
    .min(1)
    .max(80)
    .default(answerMinutes / 60),
})
export type AdmissionRules = z.infer<typeof AdmissionRules>

const Standing = z.object({
  rules: AdmissionRules,
  /** Counts the changes; 0 when nothing was set. A change of the rules names the revision it is based on. */
  revision: z.int(),
  /** The school's forms that a family can answer by its own access link. */
  forms: z.array(z.object({ slug: FormSlug, title: Bilingual })).default([]),
})

/** Returns the rules in force. @throws AppError access.denied */
export const admissionRules = endpoint({
  method: 'get',
  path: '/admission/rules',
  audience: 'session',
  body: Nothing,
  reply: Standing,
})

/**
 * Replaces all rules, for later decisions only. @throws AppError access.denied, rules.changed (changed by someone
 * else since)
 */
export const setAdmissionRules = endpoint({
  method: 'post',
  path: '/admission/set_rules',
  audience: 'session',
  body: z.object({
    rules: AdmissionRules.extend({ intakeEnds: intakeEndsOn(DayInput) }),
    revision: Revision,
  }),
  reply: Standing,
})
