import type { z } from 'zod'
import type { StaffOffer } from '#shared/contract/offer.ts'
import { fromInstant, hourMs, toInstant } from '#shared/kernel/time.ts'
import { signedAt, type WholeOffer } from './offer-read.service.ts'

/** An offer as staff see it: who signed, and what was answered; no network address and no drawn signature. */
export function staffOffer(
  { offer, signers, answers, deposits, linkedAt }: WholeOffer,
  graceHours: number,
): z.input<typeof StaffOffer> {
  const { id, version, state, terms, expiresAt, pausedAt, sentAt, viewedAt, settledAt, depositDueOn } = offer
  return {
    id,
    version,
    state,
    terms,
    expiresAt,
    graceUntil: toInstant(fromInstant(expiresAt) + graceHours * hourMs),
    pausedAt,
    sentAt,
    viewedAt,
    settledAt,
    depositDueOn,
    signers: signers.map(({ id: signerId, name, email, language, viewedAt: seenAt }) => ({
      id: signerId,
      name,
      email,
      language,
      linkSentAt: linkedAt.get(signerId) ?? null,
      viewedAt: seenAt,
      signedAt: signedAt(signerId, answers),
    })),
    answers: answers.map(({ signerId, refused, ...answer }) => ({
      id: answer.id,
      kind: answer.kind,
      signer: signers.find((signer) => signer.id === signerId)?.name ?? '',
      reason: answer.reason,
      note: answer.note,
      chosenSchool: answer.chosenSchool,
      keepPlace: answer.keepPlace,
      at: answer.at,
      counts: refused === null,
    })),
    received: deposits.map(({ amount, method, receipt, at }) => ({ amount, method, receipt, at })),
  }
}
