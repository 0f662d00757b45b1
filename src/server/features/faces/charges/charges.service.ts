import { and, eq, sql } from 'drizzle-orm'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { lockAccounts } from '#server/features/pos/accounts/account.service.ts'
import { findPupils } from '#server/features/pos/accounts/customer.service.ts'
import { openCover } from '#server/features/pos/accounts/entitlement.service.ts'
import { post } from '#server/features/pos/accounts/ledger.service.ts'
import type { HeldPayment } from '#server/features/pos/sales/payment-proof.service.ts'
import { waitForSales } from '#server/features/pos/sales/void-lock.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { HeldCharge } from '#shared/faces/face-report.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { type FaceCtx, note } from '../face-audit.service.ts'
import { faceCharges } from '../face-record.table.ts'

/** Stores payments held back from an account, for staff. */
export async function holdCharges(tx: Tx, schoolId: string, charges: readonly HeldPayment[]): Promise<void> {
  if (charges.length === 0) return
  await tx
    .insert(faceCharges)
    .values(charges.map((charge) => ({ schoolId, ...charge })))
    .onConflictDoNothing()
}

const maxCount = 500

interface ChargeRow extends Record<string, unknown> {
  tenderId: string
  receiptNo: string
}

/** Lists held payments, waiting ones first, then the newest; voided sales do not wait. */
export async function listCharges(tx: Tx, schoolId: string, tenderId?: string): Promise<HeldCharge[]> {
  // Read by name, since a feature must not import another's tables.
  const { rows: waiting } = await tx.execute<ChargeRow>(sql`
    select c.tender_id as "tenderId", s.receipt_no as "receiptNo"
    from face_charges c join sales s on s.school_id = c.school_id and s.id = c.sale_id
    where c.school_id = ${schoolId} and ${tenderId ? sql`c.tender_id = ${tenderId}::uuid` : sql`true`}
      and (c.pays is not null or not exists (select from sale_voids v where v.school_id = ${schoolId} and v.sale_id = c.sale_id))
    order by c.pays is not null, c.sold_at desc, c.tender_id limit ${maxCount}`)
  const charges = new Map(
    (await tx.select().from(faceCharges).where(eq(faceCharges.schoolId, schoolId))).map((row) => [row.tenderId, row]),
  )
  const shown = waiting.flatMap(({ tenderId: id, receiptNo }) => {
    const charge = charges.get(id)
    return charge ? [{ charge, receiptNo }] : []
  })
  const pupils = await findPupils(tx, schoolId, { ids: shown.map(({ charge }) => charge.customerId) })
  const people = await findPeople(
    tx,
    schoolId,
    shown.flatMap(({ charge }) => charge.decidedBy ?? []),
  )
  return shown.map(({ charge, receiptNo }) => {
    const { saleId, soldAt, customerId, amount, why, pays, decidedAt, decidedBy } = charge
    const pupil = pupils.get(customerId)
    const by = (decidedBy && people.get(decidedBy)?.name) ?? nobody
    return {
      tenderId: charge.tenderId,
      saleId,
      receiptNo,
      soldAt,
      pupil: { customerId, name: pupil?.name ?? nobody, className: pupil?.className ?? '' },
      amount,
      why,
      decision: pays === null || decidedAt === null ? null : { pays, at: decidedAt, by },
    }
  })
}

const nobody = { en: '', ar: '' }

/**
 * Charges the account after all, or rejects the payment permanently. A voided sale is never charged.
 * @throws AppError request.not-found, face.decided
 */
export async function settleCharge(
  tx: Tx,
  ctx: FaceCtx,
  { tenderId, pays }: { tenderId: string; pays: boolean },
  by: UserId,
): Promise<HeldCharge> {
  const { schoolId, nowMs } = ctx
  // As a void does, which may be in progress: neither must miss the other.
  await waitForSales(tx, schoolId)
  const isThis = and(eq(faceCharges.schoolId, schoolId), eq(faceCharges.tenderId, tenderId))
  const [charge] = await tx.select().from(faceCharges).where(isThis).for('update')
  if (!charge) throw new AppError('request.not-found', { field: 'tenderId' })
  const { rows: voids } = await tx.execute(sql`
    select from sale_voids where school_id = ${schoolId} and sale_id = ${charge.saleId}`)
  if (charge.pays !== null || voids.length > 0) throw new AppError('face.decided')
  await tx
    .update(faceCharges)
    .set({ pays, decidedAt: toInstant(nowMs), decidedBy: by })
    .where(isThis)
  const { customerId, amount, businessDay, soldAt } = charge
  await note(tx, ctx, { action: 'charge-decided', customerId, by, detail: { saleId: charge.saleId, pays } })
  if (pays) {
    const accounts = await lockAccounts(tx, schoolId, new Set([customerId]))
    const asked = { customerId, amount, sourceId: tenderId, businessDay, effectiveAt: soldAt, step: 0 }
    const cover = await openCover(tx, schoolId, [asked])
    if (accounts.size > 0) await post(tx, ctx, accounts, cover.charge(asked))
  }
  const [told] = await listCharges(tx, schoolId, tenderId)
  if (!told) throw new AppError('request.not-found', { field: 'tenderId' })
  return told
}
