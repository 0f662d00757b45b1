import { and, eq, sql } from 'drizzle-orm'
import { createLink, withBeside } from '#server/features/identity/access-links/access-link.service.ts'
import { type MailCtx, ownAddress } from '#server/features/mail/mail.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { businessDay, type Day, toInstant } from '#shared/kernel/time.ts'
import { consentRequests } from './consent.table.ts'
import { lastAnswers } from './consent-definition.service.ts'
import { lifeMs, mailLink } from './consent-request.service.ts'

/** Guardians asked in one transaction. */
const batch = 20

/**
 * Mails a new link to every guardian who agreed to a wording that was replaced by one to which everybody must agree again, once for
 * each such wording. @returns how many
 */
export async function askAgain(by: MailCtx, isStopping: () => boolean): Promise<number> {
  const { deps, school } = by
  // No caller causes these emails: their links begin with the address in the settings.
  const mail = { ...by, origin: ownAddress(by) }
  let count = 0
  while (!isStopping()) {
    const asked = await deps.db.tenant(school.schoolId, (tx) => askSome(tx, mail))
    count += asked
    if (asked < batch) break
  }
  return count
}

async function askSome(tx: Tx, mail: MailCtx): Promise<number> {
  const { schoolId, timeZone } = mail.school
  const { clock, random } = mail.deps
  const nowMs = clock.nowMs()
  const requests = await requestsToRenew(tx, schoolId, businessDay(nowMs, timeZone, 0))
  for (const { id, earlier } of requests) {
    const { token, tokenHash } = createLink({ random, nowMs }, lifeMs)
    // The link that the guardian has opens the same page as before, also for withdrawing.
    const besideHashes = withBeside(consentRequests.besideHashes, earlier)
    const [request] = await tx
      .update(consentRequests)
      .set({ tokenHash, besideHashes, askedAgainAt: toInstant(nowMs) })
      .where(and(eq(consentRequests.schoolId, schoolId), eq(consentRequests.id, id)))
      .returning()
    if (request) await mailLink(tx, mail, request, token)
  }
  return requests.length
}

/**
 * Returns locked requests, each with the hash of its link, whose guardian has an email address and has not been asked since the
 * wording was published. Nobody is asked for a purpose that is not offered, a closed or erased file, or a pupil who has left.
 */
async function requestsToRenew(tx: Tx, schoolId: string, today: Day): Promise<{ id: string; earlier: string }[]> {
  const { rows } = await tx.execute<{ id: string; earlier: string }>(sql`
    select r.id, r.token_hash as earlier from consent_requests r
    where r.school_id = ${schoolId} and r.revoked_at is null and r.email <> '' and r.id in (
      select last.request_id from (${lastAnswers(schoolId)}) last
      join consent_wordings w on w.school_id = ${schoolId} and w.purpose = last.purpose and w.version > last.version
        and w.again = 'everyone'
      join consent_purposes p on p.school_id = ${schoolId} and p.purpose = last.purpose and p.is_offered
      join consent_requests asked on asked.school_id = ${schoolId} and asked.id = last.request_id
        and (asked.asked_again_at is null or asked.asked_again_at < w.published_at)
      where last.agrees)
      and not ${hasLeft(schoolId, today)} and not ${hasClosedFile(schoolId)}
    order by r.id limit ${batch} for update of r skip locked`)
  return rows
}

/** Whether the last day of the pupil whom a request `r` is about is over. */
const hasLeft = (schoolId: string, today: Day) => sql`
  exists (select 1 from customers c where c.school_id = ${schoolId} and c.left_on < ${today}
    and (c.id = r.customer_id or c.id in (
      select a.customer_id from pupil_accounts a where a.school_id = ${schoolId} and a.student_id = r.student_id)))`

/** Whether there are files of the children whom a request `r` is about, and each of them is closed or erased. */
const hasClosedFile = (schoolId: string) => sql`
  coalesce((select bool_and(s.status = 'rejected' or s.erased_at is not null) from students s
    where s.school_id = ${schoolId}
      and (s.id = r.student_id or (r.student_id is null and s.submission_id = r.submission_id))), false)`
