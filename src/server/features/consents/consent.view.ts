import type { z } from 'zod'
import { standingOf } from '#shared/consents/consent.rules.ts'
import type { ConsentRequest } from '#shared/consents/consent-request.contract.ts'
import { fromInstant } from '#shared/kernel/time.ts'
import type { Act } from './acts.service.ts'
import type { Standing } from './consent-request.service.ts'

type Told = z.input<typeof ConsentRequest>

/** Leaves out agreements that have lapsed. */
type Holds = (standing: ReturnType<typeof standingOf>) => ReturnType<typeof standingOf>

/** Maps a request for staff: current answers, plus each decision with its signature for readers with `seesEvidence`. */
export function consentRequest(standing: Standing, nowMs: number, seesEvidence: boolean, holds: Holds): Told {
  const { request, acts } = standing
  const { id, submissionId, customerId, maySign, subject, guardian, email, language, purposes, askedAt, expiresAt } =
    request
  const counted = acts.filter(({ counts }) => counts)
  return {
    id,
    submissionId,
    customerId,
    maySign,
    subject,
    guardian,
    email,
    language,
    purposes,
    askedAt,
    expiresAt,
    state: stateOf(standing, nowMs),
    standing: holds(standingOf(counted)),
    uncounted: acts.length - counted.length,
    evidence: seesEvidence ? acts.map(evidenceOf) : null,
  }
}

const evidenceOf = ({ id, language, decidedAt, receivedAt, signature, counts, byUser, answers }: Act) => ({
  id,
  language,
  decidedAt,
  receivedAt,
  signature,
  counts,
  onPaper: byUser !== null,
  answers,
})

function stateOf({ request, isOpened }: Standing, nowMs: number): Told['state'] {
  if (request.revokedAt !== null) return 'revoked'
  if (request.answeredAt !== null) return 'answered'
  if (request.expiresAt !== null && fromInstant(request.expiresAt) <= nowMs) return 'expired'
  return isOpened ? 'opened' : 'waiting'
}
