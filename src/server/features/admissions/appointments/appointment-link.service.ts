import { and, desc, eq, isNull } from 'drizzle-orm'
import { createLink, type LinkKind, linkPath } from '#server/features/identity/access-links/access-link.service.ts'
import { queueMail } from '#server/features/mail/mail.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { AppointmentKind } from '#shared/admissions/scoring.rules.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import { linkLifeDays } from './additional-link.service.ts'
import { appointmentLinks } from './appointment.table.ts'
import { kindInWords } from './appointment-mail.service.ts'

export type LinkRow = typeof appointmentLinks.$inferSelect

interface Params {
  studentId: string
  kind: AppointmentKind
  /** Student's name as used in the email. */
  subject: string
  guardian: string
  email: string
  language: Language
}

/** Emails a link to one guardian; their earlier links for this kind stop working. */
export async function mailLink(tx: Tx, ctx: SessionCtx, { subject, ...asked }: Params): Promise<void> {
  const { deps, school, session } = ctx
  const nowMs = deps.clock.nowMs()
  const { token, ...issued } = createLink({ random: deps.random, nowMs }, linkLifeDays * dayMs)
  const { studentId, kind, guardian, language } = asked
  const fresh = {
    ...issued,
    besideHashes: [],
    wasAsked: true,
    guardian,
    language,
    askedAt: toInstant(nowMs),
    askedBy: session.user.userId,
    openedAt: null,
    endedAt: null,
  }
  const email = asked.email.toLowerCase()
  const key = [appointmentLinks.schoolId, appointmentLinks.studentId, appointmentLinks.kind, appointmentLinks.email]
  await tx
    .insert(appointmentLinks)
    .values({ schoolId: school.schoolId, id: uuidv7(nowMs, deps.random), studentId, kind, email, ...fresh })
    .onConflictDoUpdate({ target: key, set: fresh })
  const path = linkPath('/appointment', token)
  const params = { subject, guardian, what: kindInWords(kind, language), path, days: String(linkLifeDays) }
  await queueMail(tx, ctx, { to: asked.email, language, studentId, template: 'appointment-link', params })
}

export const linksOf = (tx: Tx, schoolId: string, studentId: string): Promise<LinkRow[]> =>
  tx
    .select()
    .from(appointmentLinks)
    .where(and(eq(appointmentLinks.schoolId, schoolId), eq(appointmentLinks.studentId, studentId)))
    .orderBy(desc(appointmentLinks.askedAt), appointmentLinks.id)

const { schoolId, tokenHash, besideHashes, endedAt, expiresAt } = appointmentLinks

/** The link by which a family books an appointment. */
export const appointmentLink: LinkKind<LinkRow> = {
  columns: { schoolId, tokenHash, besideHashes, endedAt, expiresAt },
  find: async (tx, isOpen) => (await tx.select().from(appointmentLinks).where(isOpen))[0],
}

/** Records the family's first visit for staff. */
export const recordOpening = async (tx: Tx, { schoolId, id }: LinkRow, nowMs: number): Promise<void> => {
  await tx
    .update(appointmentLinks)
    .set({ openedAt: toInstant(nowMs) })
    .where(and(eq(appointmentLinks.schoolId, schoolId), eq(appointmentLinks.id, id), isNull(appointmentLinks.openedAt)))
}
