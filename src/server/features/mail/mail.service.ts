import { and, eq, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import { linkAddress } from '#shared/school/school-address.rules.ts'
import { type MailFailure, mails, type StoredParams } from './mail.table.ts'
import type { MailTemplate, TemplateParams } from './mail-templates.ts'
import { mailText } from './mail-text.ts'

interface Mail<T extends MailTemplate> {
  to: string
  language: Language
  template: T
  params: TemplateParams[T]
  /** Student whose file it belongs to, if only one. */
  studentId?: string | null
  /** Id, where its cause stores it. */
  id?: string
}

/** Emails to families about an offer. */
export type OfferTemplate = Extract<MailTemplate, `offer-${string}`>

/** Returns a single term of emails, to be filled into one. */
export const wordInMail = (language: Language, key: string): string => mailText(language, key)

/** Context of an email. */
export type MailCtx = Pick<OpenCtx, 'deps' | 'school' | 'origin'>

/** Returns the school's own address: from the settings, else as its causing caller reached it; the clock has none. */
export const ownAddress = ({ deps, school, origin }: MailCtx): string =>
  deps.settings.publicUrl === undefined ? origin : linkAddress(school, deps.settings.publicUrl)

/**
 * Queues an email in the transaction of its cause: both or neither. It is sent within seconds where SMTP is configured, and shown
 * at `/mails` otherwise.
 */
export async function queueMail<T extends MailTemplate>(tx: Tx, ctx: MailCtx, mail: Mail<T>): Promise<void> {
  const { deps, school, origin } = ctx
  const nowMs = deps.clock.nowMs()
  const now = toInstant(nowMs)
  await tx.insert(mails).values({
    schoolId: school.schoolId,
    id: mail.id ?? uuidv7(nowMs, deps.random),
    recipient: mail.to,
    language: mail.language,
    studentId: mail.studentId ?? null,
    template: mail.template,
    params: mail.params,
    origin,
    state: 'queued',
    nextAt: now,
    createdAt: now,
  })
  await forgetOldMails(tx, school.schoolId, nowMs)
}

/** Delivery of an email, with the reason of a failure. */
interface Delivered {
  delivery: 'queued' | 'sent' | 'failed' | null
  failure: MailFailure | null
}

/** Value where no email was written. */
export const noMail: Delivered = { delivery: null, failure: null }

/** Returns the delivery of these emails, by id. */
export async function mailStates(tx: Tx, schoolId: string, ids: readonly string[]): Promise<Map<string, Delivered>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ id: mails.id, delivery: mails.state, failure: mails.failure })
    .from(mails)
    .where(and(eq(mails.schoolId, schoolId), inArray(mails.id, [...ids])))
  return new Map(rows.map(({ id, ...delivered }) => [id, delivered]))
}

/** Time that a sent email stays readable, except its codes and links, deleted when it is sent. */
const readableMs = 30 * dayMs
/** Limit for unsent emails; their codes and links expire long before. */
const unsentMs = 90 * dayMs

const forgotten: StoredParams = {}

/** Deletes the content of emails sent over thirty days ago; the row stays. A few at a time, skipping locked ones. */
async function forgetOldMails(tx: Tx, schoolId: string, nowMs: number): Promise<void> {
  const old = (state: 'sent' | 'queued' | 'failed', ageMs: number): SQL | undefined =>
    and(eq(mails.state, state), lte(mails.createdAt, toInstant(nowMs - ageMs)))
  const due = tx
    .select({ id: mails.id })
    .from(mails)
    .where(
      and(
        eq(mails.schoolId, schoolId),
        sql`${mails.params} <> '{}'::jsonb`,
        or(old('sent', readableMs), old('failed', readableMs), old('queued', unsentMs)),
      ),
    )
    .limit(100)
    .for('update', { skipLocked: true })
  await tx
    .update(mails)
    .set({ params: forgotten })
    .where(and(eq(mails.schoolId, schoolId), inArray(mails.id, due)))
}
