import { and, eq, inArray } from 'drizzle-orm'
import type { PaymentProof } from '#server/features/pos/sales/payment-proof.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import { faceDecisions } from '../face-record.table.ts'
import { readRules } from '../face-rules.service.ts'

/** Flags of a sale that rests on a face. Stored permanently with it. */
type FaceFlag =
  /** It names no known decision, or one that belongs to another sale. */
  | 'face-unknown'
  /** The decision is about a person other than the account's owner. */
  | 'face-other-person'
  /** The device did not accept the face, or this server does not. */
  | 'face-not-confirmed'
  /** The same descriptor was used before. */
  | 'face-replayed'
  /** The face was deleted before the sale arrived, so it can no longer be compared. */
  | 'face-unchecked'
  /** Consent was missing at that time. */
  | 'face-no-consent'
  /** The device had been without contact for longer than its faces are valid. */
  | 'face-expired'
  /** More than a face alone may charge to an account. */
  | 'face-over-cap'

/** Flags that leave the identity unproven: the paying account may be anyone's. */
const holding: ReadonlySet<FaceFlag> = new Set([
  'face-unknown',
  'face-other-person',
  'face-not-confirmed',
  'face-replayed',
  'face-over-cap',
])

type Decision = typeof faceDecisions.$inferSelect
const plain: PaymentProof = { flags: [], isHeld: false }

/** Checks sales against the decisions received before them. A sale that names no face is skipped. */
export async function faceProofs(
  tx: Tx,
  schoolId: string,
  sales: readonly Sale[],
): Promise<(sale: Sale) => PaymentProof> {
  const resting = sales.filter(({ face, customerProof }) => face || customerProof === 'face')
  if (resting.length === 0) return () => plain
  const ids = resting.flatMap(({ face }) => face?.decisionId ?? [])
  const found =
    ids.length === 0
      ? []
      : await tx
          .select()
          .from(faceDecisions)
          .where(and(eq(faceDecisions.schoolId, schoolId), inArray(faceDecisions.id, ids)))
  const decisions = new Map(found.map((row) => [row.id, row]))
  const { cap } = await readRules(tx, schoolId)
  return (sale) => {
    if (!sale.face && sale.customerProof !== 'face') return plain
    const flags = flagsOf(sale, sale.face && decisions.get(sale.face.decisionId), cap)
    // A card or a PIN beside the face proves the identity; the face is then additional, and holds nothing back.
    return { flags, isHeld: sale.customerProof === 'face' && flags.some((flag) => holding.has(flag)) }
  }
}

function flagsOf(sale: Sale, decision: Decision | undefined, cap: number): FaceFlag[] {
  if (!decision || decision.saleId !== sale.id) return ['face-unknown']
  const flags = new Set<FaceFlag>()
  const payers = sale.tenders.flatMap((tender) => (tender.kind === 'account' ? [tender] : []))
  if ([sale.customerId, ...payers.map(({ customerId }) => customerId)].some((id) => id !== decision.customerId)) {
    flags.add('face-other-person')
  }
  const isOverruled = decision.overrideBy !== null && !decision.flags.includes('face-override-not-allowed')
  const isAccepted =
    decision.outcome === 'accepted' && decision.isAlive && !decision.flags.includes('face-not-confirmed')
  if (!isAccepted && !isOverruled) flags.add('face-not-confirmed')
  for (const each of ['face-replayed', 'face-unchecked', 'face-no-consent', 'face-expired'] as const) {
    if (decision.flags.includes(each)) flags.add(each)
  }
  const onAccount = payers.reduce((sum, { amount }) => sum + amount, 0)
  if (sale.customerProof === 'face' && onAccount > cap && !isOverruled) flags.add('face-over-cap')
  return [...flags].sort()
}
