import { z } from 'zod'
import { Bilingual, endpoint, FileReply, Nothing } from '#shared/kernel/endpoint.ts'
import { Currency, Day, Instant, Minor, Uuid } from '#shared/kernel/fields.ts'
import { needKinds } from '#shared/admissions/family/family-need.rules.ts'
import { stepNames, stepStates } from '#shared/admissions/family/family-steps.rules.ts'
import { familyRights } from './family-rights.rules.ts'

/*
 * The home of a signed-in family: each child with where its application stands, what needs an answer, its letters and messages.
 * Every call answers for the children of the account's proved address only, and for what its rights to each child cover.
 */

/** One step of an application, in the words of a family. */
export const FamilyStep = z.object({
  step: z.enum(stepNames),
  state: z.enum(stepStates),
  /** Day on which it was done, or by which it should be; null where none is known. */
  on: Day.nullable(),
  /** Place on the waiting list, where the school tells it; null elsewhere. */
  place: z.int().nullable(),
})
export type FamilyStep = z.infer<typeof FamilyStep>

/** Something that waits for this guardian. */
export const FamilyNeed = z.object({
  kind: z.enum(needKinds),
  /** Row it is about; the student for documents. */
  id: Uuid,
  studentId: Uuid,
  /** Names of the documents, the form or the kind of appointment. */
  labels: z.array(Bilingual),
  /** Last day for it; null where it has none. */
  until: Day.nullable(),
  /** Amount of a deposit that is still open, in minor units; null elsewhere. */
  amount: Minor.nullable(),
  /** First day at the school, of an offer; null elsewhere. */
  startOn: Day.nullable(),
})
export type FamilyNeed = z.infer<typeof FamilyNeed>

/** A booked appointment that is still to come. */
const FamilyAppointment = z.object({
  kind: Bilingual,
  /** Link by which it can be moved; null where this guardian has none. */
  linkId: Uuid.nullable(),
  startsAt: Instant,
  room: z.string(),
})
export type FamilyAppointment = z.infer<typeof FamilyAppointment>

const FamilyLetter = z.object({ id: Uuid, title: Bilingual, issuedAt: Instant })
export type FamilyLetter = z.infer<typeof FamilyLetter>

/** A required document, as far as a family is told. */
const FamilyPaper = z.object({ label: Bilingual, state: z.enum(['missing', 'sent', 'again', 'done', 'later']) })
export type FamilyPaper = z.infer<typeof FamilyPaper>

/** How the application of a child stands: `applying`, at the school, or closed by one of the two sides. */
export const childStages = ['applying', 'joined', 'closed', 'withdrawn'] as const

/** A request for consents that this guardian has answered: it can be changed or withdrawn. */
const FamilyConsent = z.object({ id: Uuid, answeredAt: Instant })

export const FamilyChild = z.object({
  studentId: Uuid,
  nameLatin: z.string().nullable(),
  nameArabic: z.string().nullable(),
  grade: z.string().nullable(),
  entryYear: z.int().nullable(),
  className: z.string().nullable(),
  reference: z.string(),
  /** Number at the school and its tills. */
  number: z.string().nullable(),
  startOn: Day.nullable(),
  stage: z.enum(childStages),
  rights: z.array(z.enum(familyRights)),
  /** Whether this guardian may invite others. */
  mayInvite: z.boolean(),
  /** Whether the account has a meal account, which `familyCanteen` reads. */
  hasCanteen: z.boolean(),
  steps: z.array(FamilyStep),
  appointments: z.array(FamilyAppointment),
  papers: z.array(FamilyPaper),
  letters: z.array(FamilyLetter),
  consents: z.array(FamilyConsent).default([]),
})
export type FamilyChild = z.infer<typeof FamilyChild>

/** A message that the school has sent to this guardian. */
const FamilyMessage = z.object({
  id: Uuid,
  studentId: Uuid,
  title: z.string(),
  /** Its paragraphs, in the language in which it was sent; none where the text is kept no longer. */
  text: z.array(z.string()),
  at: Instant,
})
export type FamilyMessage = z.infer<typeof FamilyMessage>

/** Fees that are due or overdue: those that this person pays, or those of a child whose fees an invited guardian may see. */
const FamilyFee = z.object({
  amount: Minor,
  currency: Currency,
  until: Day,
  isOverdue: z.boolean(),
  /** The child whose fees another person pays; null for what this person pays. */
  studentId: Uuid.nullable().default(null),
})

export const FamilyHome = z.object({
  /** Time of the server when it was read. */
  at: Instant,
  /** Day of the school. */
  today: Day,
  children: z.array(FamilyChild),
  /** By last day, those without one at the end. */
  needs: z.array(FamilyNeed),
  fees: z.array(FamilyFee),
  messages: z.array(FamilyMessage),
})
export type FamilyHome = z.infer<typeof FamilyHome>

/** Reads the home of the signed-in family. @throws AppError access.denied */
export const familyHome = endpoint({
  method: 'get',
  path: '/family/home',
  audience: 'session',
  body: Nothing,
  reply: FamilyHome,
})

/**
 * Opens what a mailed link opens, with a link of its own that this person gets at once: those mailed before go on working.
 * @returns the path of the page with the link's token @throws AppError access.denied, request.not-found (also for another family's)
 */
export const familyOpen = endpoint({
  method: 'post',
  path: '/family/open',
  audience: 'session',
  body: z.object({ student_id: Uuid, need: z.enum(needKinds), id: Uuid }),
  reply: z.object({ path: z.string() }),
})

/** Returns an issued letter as PDF. @throws AppError access.denied, request.not-found, letter.not-made, letter.differs */
export const familyLetter = endpoint({
  method: 'post',
  path: '/family/letter',
  audience: 'session',
  body: z.object({ student_id: Uuid, id: Uuid }),
  reply: FileReply,
  isFile: true,
})
