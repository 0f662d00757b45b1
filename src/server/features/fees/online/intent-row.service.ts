import { and, count, desc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#server/kernel/db.ts'
import type { FeeIntent, feeIntents as feeIntentList } from '#shared/fees/online/online-payment.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { findPupils } from '#server/features/pos/accounts/customer.service.ts'
import { payerNames } from '../payer-names.service.ts'
import { feePayments } from '../payments/fee-payment.table.ts'
import { feeIntents } from './online.table.ts'

export type IntentRow = typeof feeIntents.$inferSelect

/** Returns an intent; undefined when the school has none of this id. @param lock until the transaction ends */
export async function findIntent(tx: Tx, schoolId: string, id: string, lock = false): Promise<IntentRow | undefined> {
  const query = tx
    .select()
    .from(feeIntents)
    .where(and(eq(feeIntents.schoolId, schoolId), eq(feeIntents.id, id)))
  const [row] = await (lock ? query.for('update') : query)
  return row
}

/** Returns the intent that a gateway knows by this id. */
export async function intentOfRef(
  tx: Tx,
  schoolId: string,
  { gateway, gatewayRef }: Pick<IntentRow, 'gateway'> & { gatewayRef: string },
): Promise<IntentRow | undefined> {
  const [row] = await tx
    .select()
    .from(feeIntents)
    .where(
      and(eq(feeIntents.schoolId, schoolId), eq(feeIntents.gateway, gateway), eq(feeIntents.gatewayRef, gatewayRef)),
    )
  return row
}

export async function updateIntent(
  tx: Tx,
  { schoolId, id }: Pick<IntentRow, 'schoolId' | 'id'>,
  set: Partial<IntentRow>,
): Promise<void> {
  await tx
    .update(feeIntents)
    .set(set)
    .where(and(eq(feeIntents.schoolId, schoolId), eq(feeIntents.id, id)))
}

const pageSize = 100

type Asked = z.output<typeof feeIntentList.body>

/** Lists a page of the intents of a school or of a payer, the latest first, with how many wait for a decision. */
export async function listIntents(
  tx: Tx,
  schoolId: string,
  { payerId, intentState, after }: Asked,
): Promise<z.input<typeof feeIntentList.reply>> {
  const only = [
    eq(feeIntents.schoolId, schoolId),
    payerId === undefined ? undefined : eq(feeIntents.payerId, payerId),
    intentState === undefined
      ? undefined
      : inArray(feeIntents.state, intentState === 'open' ? ['new', 'open'] : [intentState]),
    after === undefined
      ? undefined
      : sql`(${feeIntents.createdAt}, ${feeIntents.id}) < (
          select i.created_at, i.id from fee_intents i where i.school_id = ${schoolId} and i.id = ${after})`,
  ]
  const rows = await tx
    .select()
    .from(feeIntents)
    .where(and(...only))
    .orderBy(desc(feeIntents.createdAt), desc(feeIntents.id))
    .limit(pageSize + 1)
  const [waiting] = await tx
    .select({ count: count() })
    .from(feeIntents)
    .where(and(eq(feeIntents.schoolId, schoolId), eq(feeIntents.state, 'mismatch')))
  const page = rows.slice(0, pageSize)
  const next = rows.length > pageSize ? (page.at(-1)?.id ?? null) : null
  return { intents: await intentViews(tx, schoolId, page), next, mismatches: waiting?.count ?? 0 }
}

/** Returns intents as screens show them. The address of a link is left out when it is over. */
export async function intentViews(
  tx: Tx,
  schoolId: string,
  rows: readonly IntentRow[],
): Promise<z.input<typeof FeeIntent>[]> {
  const names = await payerNames(
    tx,
    schoolId,
    rows.flatMap(({ payerId, customerId }) => (customerId === null ? payerId : [])),
  )
  const pupils = await findPupils(tx, schoolId, { ids: rows.flatMap(({ customerId }) => customerId ?? []) })
  const ids = rows.filter(({ paidAt }) => paidAt !== null).map(({ id }) => id)
  const payments =
    ids.length === 0
      ? []
      : await tx
          .select({ id: feePayments.id, unmet: feePayments.unmet })
          .from(feePayments)
          .where(and(eq(feePayments.schoolId, schoolId), inArray(feePayments.id, ids)))
  return rows.map(
    ({
      id,
      gateway,
      payerId,
      customerId,
      amount,
      currency,
      items,
      state,
      fault,
      url,
      createdAt,
      expiresAt,
      paidAt,
    }) => {
      const payment = payments.find((each) => each.id === id)
      const paid = { paidAt, paymentId: payment?.id ?? null, unmet: payment?.unmet ?? minor(0) }
      const { en: nameLatin = null, ar: nameArabic = null } = (customerId && pupils.get(customerId)?.name) || {}
      const isTopUp = customerId !== null
      const payer = isTopUp ? { payerId, kind: 'person' as const, nameLatin, nameArabic } : names(payerId)
      const asked = { intentId: id, gateway, payer, isTopUp, amount, currency, items: items.map(itemView) }
      return { ...asked, state, fault, url: state === 'open' ? url : null, createdAt, expiresAt, ...paid }
    },
  )
}

const itemView = ({ chargeId, amount }: { chargeId: string; amount: number }) => ({ chargeId, amount: minor(amount) })
