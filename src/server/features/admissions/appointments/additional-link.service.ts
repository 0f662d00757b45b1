import { type SQL, sql } from 'drizzle-orm'
import { linkPath, withBeside } from '#server/features/identity/access-links/access-link.service.ts'
import type { MailCtx } from '#server/features/mail/mail.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { createToken } from '#server/kernel/tokens.ts'
import type { AppointmentKind } from '#shared/admissions/scoring.rules.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { dayMs, fromInstant, type Instant, toInstant } from '#shared/kernel/time.ts'
import { appointmentLinks } from './appointment.table.ts'

/** Days a family has to choose. */
export const linkLifeDays = 60

interface Beside {
  studentId: string
  kind: AppointmentKind
  email: string
  language: Language
  /** Guardian's name for a page not linked before. */
  guardian: string
  /** Author, where this guardian was not asked yet. */
  by: UserId
  /** Earliest expiry. */
  until: Instant
}

/**
 * Creates a link for an email about a booking; this guardian's earlier links keep working, and expire with it. @returns its path
 */
export async function linkBeside(tx: Tx, { deps, school }: MailCtx, { email, by, ...of }: Beside): Promise<string> {
  const nowMs = deps.clock.nowMs()
  const now = toInstant(nowMs)
  const { token, tokenHash: fresh } = createToken(deps.random)
  const { studentId, kind, language, guardian } = of
  const { schoolId, tokenHash, besideHashes, expiresAt, endedAt } = appointmentLinks
  const lives = sql`(${endedAt} is null and ${expiresAt} > ${now}::timestamptz)`
  // Expired links stay expired.
  const unlessOver = (living: SQL, over: SQL) => sql`case when ${lives} then ${living} else ${over} end`
  await tx
    .insert(appointmentLinks)
    .values({
      schoolId: school.schoolId,
      id: uuidv7(nowMs, deps.random),
      studentId,
      kind,
      tokenHash: fresh,
      wasAsked: false,
      guardian,
      email: email.toLowerCase(),
      language,
      askedAt: now,
      askedBy: by,
      expiresAt: toInstant(Math.max(nowMs + linkLifeDays * dayMs, fromInstant(of.until))),
    })
    .onConflictDoUpdate({
      target: [schoolId, appointmentLinks.studentId, appointmentLinks.kind, appointmentLinks.email],
      set: {
        tokenHash: unlessOver(sql`${tokenHash}`, sql`excluded.token_hash`),
        besideHashes: unlessOver(withBeside(besideHashes, fresh), sql`'{}'::text[]`),
        expiresAt: sql`greatest(${expiresAt}, excluded.expires_at)`,
        endedAt: null,
      },
    })
  return linkPath('/appointment', token)
}
