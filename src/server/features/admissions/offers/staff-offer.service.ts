import type { z } from 'zod'
import type { StaffOffer } from '#shared/admissions/offers/offer.contract.ts'
import type { Colleague } from '#shared/identity/colleague.contract.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { minor } from '#shared/kernel/money.ts'
import { fromInstant, hourMs, toInstant } from '#shared/kernel/time.ts'
import { type Settlement, signedAt, type WholeOffer } from './offer-read.service.ts'
import { dueOf } from './settlement.service.ts'

interface Around {
  graceHours: number
  nameOf: (userId: UserId) => Colleague
  /** Ids of signers who have to answer the consent form first. */
  waitsFor: ReadonlySet<string>
}

/** An offer as staff see it: who signed, and what was answered; no network address and no drawn signature. */
export function staffOffer(
  { offer, signers, answers, deposits, settlements, linkedAt }: WholeOffer,
  { graceHours, nameOf, waitsFor }: Around,
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
      consentOpen: waitsFor.has(signerId),
      paper: paperOf(signerId, answers, nameOf),
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
    ...settlementView(settlements, nameOf),
  }
}

/** Who wrote a signature on paper down, and its scan. */
function paperOf(
  id: string,
  answers: WholeOffer['answers'],
  nameOf: (userId: UserId) => Colleague,
): z.input<typeof StaffOffer>['signers'][number]['paper'] {
  const paper = answers.find(({ signerId, kind, refused }) => signerId === id && kind === 'paper' && refused === null)
  return paper?.byUser ? { by: nameOf(paper.byUser), scanId: paper.scanId } : null
}

/** Who does without the deposit, and what goes back of it. */
function settlementView(
  settlements: readonly Settlement[],
  nameOf: (userId: UserId) => Colleague,
): Pick<z.input<typeof StaffOffer>, 'waiver' | 'refund'> {
  const settled = (kind: Settlement['kind']) => settlements.filter((each) => each.kind === kind)
  const [asked] = settled('waiver-asked')
  const [agreed] = settled('waiver-agreed')
  const due = settled('refund-due').findLast(({ amount }) => amount > 0)
  const dueAmount = dueOf(settlements)
  const agreedBy = agreed?.byUser ? nameOf(agreed.byUser) : null
  const paid = settled('refund-paid').map(({ amount, method, receipt, at }) => ({
    amount,
    method: method ?? 'transfer',
    receipt: receipt ?? '',
    at,
  }))
  return {
    waiver: asked?.byUser ? { by: nameOf(asked.byUser), reason: asked.reason ?? '', at: asked.at, agreedBy } : null,
    refund: due && dueAmount > 0 ? { due: minor(dueAmount), percent: due.percent ?? 100, paid } : null,
  }
}
