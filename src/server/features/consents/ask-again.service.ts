import { and, eq, sql } from 'drizzle-orm'
import { createLink, withBeside } from '#server/features/identity/access-links/access-link.service.ts'
import { type MailCtx, ownAddress } from '#server/features/mail/mail.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { toInstant } from '#shared/kernel/time.ts'
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
  const { schoolId } = mail.school
  const { clock, random } = mail.deps
  const nowMs = clock.nowMs()
  const requests = await requestsToRenew(tx, schoolId)
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

/** Returns locked requests, each with the hash of its link, whose guardian has an email address and has not been asked since the wording was published. */
async function requestsToRenew(tx: Tx, schoolId: string): Promise<{ id: string; earlier: string }[]> {
  const { rows } = await tx.execute<{ id: string; earlier: string }>(sql`
    select r.id, r.token_hash as earlier from consent_requests r
    where r.school_id = ${schoolId} and r.revoked_at is null and r.email <> '' and r.id in (
      select last.request_id from (${lastAnswers(schoolId)}) last
      join consent_wordings w on w.school_id = ${schoolId} and w.purpose = last.purpose and w.version > last.version
        and w.again = 'everyone'
      join consent_requests asked on asked.school_id = ${schoolId} and asked.id = last.request_id
        and (asked.asked_again_at is null or asked.asked_again_at < w.published_at)
      where last.agrees)
    order by r.id limit ${batch} for update of r skip locked`)
  return rows
}
