import { and, desc, eq, ne } from 'drizzle-orm'
import type { z } from 'zod'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FamilyFees, ShownName } from '#shared/fees/family/family-fees.contract.ts'
import type { PaperNames } from '#shared/fees/family/fee-paper.contract.ts'
import { firstName } from '#shared/fees/family/first-name.rules.ts'
import { sum } from '#shared/kernel/money.ts'
import { businessDay, type Day, type Instant } from '#shared/kernel/time.ts'
import { feeDocuments } from '../documents/fee-document.table.ts'
import { feeChildren, goneChild } from '../fee-student.service.ts'
import { type OpenItem, openItems } from '../ledger/open-items.service.ts'
import { gatewayInUse } from '../online/gateway-setup.service.ts'
import { feePayments } from '../payments/fee-payment.table.ts'
import { type PaymentState, paymentStates } from '../payments/payment-credit.service.ts'
import { payersByIds } from '../setup/payer.service.ts'

type View = z.input<typeof FamilyFees>

/** Most documents and payments on the page; a statement has them all. */
const mostListed = 100

interface Of {
  payerId: string
  /** First names alone for who has only a link. */
  names: PaperNames
  /** When the link ends. */
  expiresAt: Instant | null
}

/** Returns a name as the page shows it. A company's name is no person's. */
export function shownName(
  { nameLatin, nameArabic, kind }: ShownName & { kind?: 'person' | 'company' },
  names: PaperNames,
): ShownName {
  if (names === 'full' || kind === 'company') return { nameLatin, nameArabic }
  return { nameLatin: firstName(nameLatin), nameArabic: firstName(nameArabic) }
}

/** Reads what one payer owes and has paid, and nothing of any other payer of the same children. */
export async function readFamilyFees(
  tx: Tx,
  { deps, school }: Pick<OpenCtx, 'deps' | 'school'>,
  { payerId, names, expiresAt }: Of,
): Promise<View> {
  const { schoolId, currency, timeZone } = school
  const today = businessDay(deps.clock.nowMs(), timeZone, 0)
  const [payer] = await payersByIds(tx, schoolId, [payerId])
  const all = await openItems(tx, schoolId, { payerId })
  const items = all.filter(({ open }) => open > 0)
  const states = await paymentStates(tx, schoolId, { payerIds: [payerId] })
  const open = (of: readonly OpenItem[]) => sum(of.map((item) => item.open))
  const held = states.filter(({ isHeld }) => isHeld)
  return {
    payerId,
    payer: shownName(payer ?? { nameLatin: null, nameArabic: null }, names),
    code: payer?.code ?? '',
    currency,
    today,
    canPay: deps.gateways !== undefined && (await gatewayInUse(tx, deps, schoolId)) !== undefined,
    children: await childrenIn(tx, schoolId, all, names),
    items: items.map((item) => itemView(item, today)),
    dueNow: open(items.filter(({ dueOn }) => dueOn <= today)),
    open: open(items),
    // Money of a cheque that has not cleared has not come.
    credit: sum(states.filter(({ isHeld }) => !isHeld).map(({ free }) => free)),
    chequesHeld: sum(held.map(({ amount, returned }) => amount - returned)),
    payments: await paymentViews(tx, schoolId, payerId, states),
    documents: await documentViews(tx, schoolId, payerId),
    expiresAt,
  }
}

/** Children of the items, those first whose items fall due first. */
async function childrenIn(
  tx: Tx,
  schoolId: string,
  items: readonly OpenItem[],
  names: PaperNames,
): Promise<View['children']> {
  const ids = [...new Set(items.map(({ studentId }) => studentId))]
  const children = await feeChildren(tx, schoolId, ids)
  return ids.map((studentId) => ({ studentId, ...shownName(children.get(studentId) ?? goneChild(studentId), names) }))
}

function itemView(item: OpenItem, today: Day): View['items'][number] {
  const { chargeId, studentId, name, year, part, dueOn, open, paid } = item
  return { chargeId, studentId, name, year, part, dueOn, isOverdue: dueOn < today, open, paid }
}

async function paymentViews(
  tx: Tx,
  schoolId: string,
  payerId: string,
  states: readonly PaymentState[],
): Promise<View['payments']> {
  const rows = await tx
    .select({ payment: feePayments, number: feeDocuments.number })
    .from(feePayments)
    .innerJoin(
      feeDocuments,
      and(eq(feeDocuments.schoolId, feePayments.schoolId), eq(feeDocuments.id, feePayments.documentId)),
    )
    .where(and(eq(feePayments.schoolId, schoolId), eq(feePayments.payerId, payerId)))
    .orderBy(desc(feePayments.recordedAt), desc(feePayments.id))
    .limit(mostListed)
  return rows.map(({ payment: { id, documentId, method, amount, receivedOn }, number }) => {
    const now = states.find(({ paymentId }) => paymentId === id)
    const state = now?.isHeld ? 'held' : now && now.returned >= amount ? 'returned' : 'final'
    return { documentId, number, method, amount, receivedOn, state }
  })
}

async function documentViews(tx: Tx, schoolId: string, payerId: string): Promise<View['documents']> {
  const rows = await tx
    .select()
    .from(feeDocuments)
    .where(
      and(eq(feeDocuments.schoolId, schoolId), eq(feeDocuments.payerId, payerId), ne(feeDocuments.kind, 'receipt')),
    )
    .orderBy(desc(feeDocuments.issuedAt), desc(feeDocuments.no))
    .limit(mostListed)
  return rows.flatMap(({ id: documentId, kind, number, issuedAt, total }) =>
    kind === 'receipt' ? [] : [{ documentId, kind, number, issuedAt, total }],
  )
}
