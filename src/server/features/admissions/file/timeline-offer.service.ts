import type { Tx } from '#server/kernel/db.ts'
import { formalityRows } from '../eligibility/student-formality.service.ts'
import { offersOf, type WholeOffer } from '../offers/offer-read.service.ts'
import { entry, type Params, type TimelineEvent } from './timeline-entry.ts'

/** Returns entries on one version of an offer, and its answers. */
function ofOffer({ offer, answers, deposits, settlements }: WholeOffer): TimelineEvent[] {
  const { id, version } = offer
  const moments = { made: offer.madeAt, sent: offer.sentAt, viewed: offer.viewedAt, accepted: offer.acceptedAt }
  const facts = { version }
  return [
    ...Object.entries(moments).flatMap(([what, at]) =>
      at === null
        ? []
        : [entry({ id: `${id} ${what}`, at, kind: 'offer', what, facts, by: what === 'made' ? offer.madeBy : null })],
    ),
    ...answers
      .filter(({ refused }) => refused === null)
      .map((answer) =>
        entry({
          id: answer.id,
          at: answer.at,
          kind: 'offer',
          what: answer.kind,
          by: answer.byUser,
          text: answer.note,
          facts,
        }),
      ),
    ...settlements.map((row) =>
      entry({ id: row.id, at: row.at, kind: 'offer', what: row.kind, by: row.byUser, facts }),
    ),
    ...deposits.map((deposit) =>
      entry({ id: deposit.id, at: deposit.at, kind: 'offer', what: 'deposit', by: deposit.byUser, facts }),
    ),
  ]
}

/** Returns entries on a student's offers, and the formalities recorded before its place was confirmed. */
export async function offers(tx: Tx, { schoolId, studentId }: Params): Promise<TimelineEvent[]> {
  const all = await offersOf(tx, schoolId, studentId)
  const done = await formalityRows(tx, schoolId, studentId)
  const versions = new Map(all.map(({ offer }) => [offer.id, offer.version]))
  return [
    ...all.flatMap(ofOffer),
    ...done.map(({ id, at, byUser, offerId, formality, doneOn }) =>
      entry({
        id,
        at,
        kind: 'offer',
        what: doneOn === null ? `${formality}-back` : formality,
        by: byUser,
        facts: { version: versions.get(offerId) ?? 0 },
      }),
    ),
  ]
}
