import { and, eq, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import { schoolAddress } from '#shared/school/school-address.rules.ts'
import { type MailFailure, mails, type StoredParams } from './mail.table.ts'
import type { MailTemplate, TemplateParams } from './mail-templates.ts'
import { mailText } from './mail-words.ts'

interface Mail<T extends MailTemplate> {
  to: string
  language: Language
  template: T
  params: TemplateParams[T]
  /** Whose file it belongs to, where it is one child's. */
  studentId?: string | null
  /** Where whoever causes it keeps its id. */
  id?: string
}

/** What families are told of an offer. */
export type OfferTemplate = Extract<MailTemplate, `offer-${string}`>

/** A word of the mails by itself, to be filled into one. */
export const wordInMail = (language: Language, key: string): string => mailText(language, key)

/** What mails need to know of a call. */
export type MailCtx = Pick<OpenCtx, 'deps' | 'school' | 'origin'>

/** The school's own address: by the settings, else as whoever causes the mail has reached it; the clock knows none. */
export const ownAddress = ({ deps, school, origin }: MailCtx): string =>
  deps.settings.publicUrl === undefined ? origin : schoolAddress(school.code, deps.settings.publicUrl)

/**
 * Queues a mail in the transaction of what causes it, so that neither is there without the other. It leaves within seconds
 * where SMTP is configured, and is read at `/mails` where it is not.
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

/** What became of a mail, and why where it was given up. */
interface Delivered {
  delivery: 'queued' | 'sent' | 'failed' | null
  failure: MailFailure | null
}

/** Of what no mail was written. */
export const noMail: Delivered = { delivery: null, failure: null }

/** What became of these mails, by id. */
export async function mailStates(tx: Tx, schoolId: string, ids: readonly string[]): Promise<Map<string, Delivered>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ id: mails.id, delivery: mails.state, failure: mails.failure })
    .from(mails)
    .where(and(eq(mails.schoolId, schoolId), inArray(mails.id, [...ids])))
  return new Map(rows.map(({ id, ...delivered }) => [id, delivered]))
}

/** How long a sent mail can still be read, but for its codes and links, which go when it leaves. */
const readableMs = 30 * dayMs
/** A mail that nobody sends opens nothing after this time; its codes and links are over long before. */
const unsentMs = 90 * dayMs

const forgotten: StoredParams = {}

/** Sent mails older than thirty days lose what they said; that there was one stays. Some at a time, skipping those in use. */
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
