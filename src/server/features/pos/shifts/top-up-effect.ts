import { and, eq } from 'drizzle-orm'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import type { Effect, IngestedOp } from '#server/features/sync/ingest/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { SaleId } from '#shared/kernel/fields.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { negate } from '#shared/kernel/money.ts'
import { hasPermission } from '#shared/kernel/roles.ts'
import { type Instant, toInstant } from '#shared/kernel/time.ts'
import { topUpFault } from '#shared/school/top-ups/top-up-limits.rules.ts'
import type { VoidSale } from '#shared/pos/sale.contract.ts'
import type { TopUp } from '#shared/pos/top-ups/top-up.contract.ts'
import { type Account, lockAccounts } from '../accounts/account.service.ts'
import { topUps } from '../accounts/account-money.table.ts'
import { type Posting, post } from '../accounts/ledger.service.ts'
import { saleVoids } from '../pos-payments.table.ts'
import { unsumDays } from '../reports/days/unsum-days.service.ts'
import { cashierFlags } from '../sales/cashiers.ts'
import type { TillContext } from '../sales/till-context.ts'
import { lockVoids } from '../sales/void-lock.service.ts'
import { finish, placeFlags } from './shift-effects.ts'
import { findShift } from './shift-rows.ts'
import { isNumberTaken } from './taken-number.ts'

/**
 * Enters cash taken for an account, once: in the shift it names and, where the customer exists and the currency is the school's,
 * on the account. It is never refused: what is wrong with it goes to the exception list.
 */
export async function topUpAccount(tx: Tx, ctx: TillContext, op: IngestedOp<TopUp>): Promise<Effect> {
  const { corrects, ...body } = op.body
  const { schoolId, nowMs, device } = ctx
  const { id, customerId, shiftId, by } = body
  const flags = new Set([...op.flags, ...(await takerFlags(tx, ctx, op))])
  await lockVoids(tx, schoolId)
  await unsumDays(tx, { schoolId, days: [body.businessDay], shiftIds: [shiftId] })
  const voided = await voidOf(tx, schoolId, id)
  if (voided) flags.add('voided-before')
  const shift = await findShift(tx, schoolId, shiftId)
  for (const each of placeFlags(ctx, shift)) flags.add(each)
  const place = { tillId: shift?.tillId ?? device.tillId, epoch: shift?.epoch ?? device.epoch }
  if (await isNumberTaken(tx, schoolId, { ...place, receiptSeq: body.receiptSeq })) flags.add('number-repeated')
  const school = await readSchool(tx, schoolId)
  const isForeign = school.currency !== body.currency
  if (isForeign) flags.add('currency-differs')
  if (corrects) flags.add('entered-again')
  const written = await tx
    .insert(topUps)
    .values({ schoolId, ...body, ...place, by, receivedAt: toInstant(nowMs) })
    .onConflictDoNothing()
    .returning({ id: topUps.id })
  const isNew = written.length > 0
  if (!isNew) flags.add('id-repeated')
  const accounts = await lockAccounts(tx, schoolId, new Set([customerId]))
  if (!accounts.has(customerId)) flags.add('unknown-customer')
  const balance = accounts.get(customerId)?.balance
  const isBeyond = balance !== undefined && topUpFault(body.amount, balance, school.tillPolicy.topUps) !== undefined
  if (isNew && !voided && isBeyond) flags.add('top-up-limit')
  const effect = await finish(tx, ctx, op, { subjectId: id, shiftId, flags })
  if (!isNew || isForeign || !accounts.has(customerId)) return effect
  const posting = postingOf(body, id, body.at)
  const back = voided ? [{ ...postingOf(body, voided.id, voided.at), amount: negate(body.amount) }] : []
  return { ...effect, ...(await book(tx, ctx, accounts, [posting, ...back])) }
}

/** The ledger entry of a top-up, or of its void, which is named as the source. */
const postingOf = ({ customerId, amount, businessDay }: TopUpRow, sourceId: string, effectiveAt: Instant): Posting => ({
  customerId,
  kind: 'topup',
  amount,
  businessDay,
  sourceId,
  effectiveAt,
  step: 0,
  isMoney: true,
})

async function book(tx: Tx, ctx: TillContext, accounts: ReadonlyMap<CustomerId, Account>, postings: Posting[]) {
  const serverVersion = (await post(tx, ctx, accounts, postings)).get(0)
  return serverVersion === undefined ? {} : { serverVersion }
}

async function voidOf(tx: Tx, schoolId: string, id: string) {
  const [found] = await tx
    .select({ id: saleVoids.id, at: saleVoids.at })
    .from(saleVoids)
    .where(and(eq(saleVoids.schoolId, schoolId), eq(saleVoids.saleId, SaleId.parse(id))))
  return found
}

type TopUpRow = Pick<typeof topUps.$inferSelect, 'customerId' | 'amount' | 'businessDay'>

/** Returns a cash top-up; undefined for one that has not arrived. */
export async function findTopUp(tx: Tx, schoolId: string, id: string) {
  const [found] = await tx
    .select()
    .from(topUps)
    .where(and(eq(topUps.schoolId, schoolId), eq(topUps.id, id)))
  return found
}

/**
 * Prepares what the account of a voided top-up gives back: whether it is further below zero then than its overdraft allows, and
 * the act that books it. Undefined where no account had got the money.
 */
export async function topUpBack(
  tx: Tx,
  ctx: TillContext,
  topUp: typeof topUps.$inferSelect,
  { id, at }: Pick<VoidSale, 'id' | 'at'>,
) {
  const { schoolId } = ctx
  if ((await readSchool(tx, schoolId)).currency !== topUp.currency) return undefined
  const accounts = await lockAccounts(tx, schoolId, new Set([topUp.customerId]))
  const account = accounts.get(topUp.customerId)
  if (!account) return undefined
  return {
    isBelow: account.balance + account.overdraft < topUp.amount,
    book: () => book(tx, ctx, accounts, [{ ...postingOf(topUp, id, at), amount: negate(topUp.amount) }]),
  }
}

async function takerFlags(tx: Tx, { schoolId }: TillContext, op: IngestedOp<TopUp>): Promise<string[]> {
  const { by } = op.body
  const people = await findPeople(tx, schoolId, [by])
  const flags = cashierFlags(people, by, op)
  const isAllowed = hasPermission(people.get(by)?.roles ?? [], 'topup.take')
  return isAllowed ? flags : [...flags, 'top-up-not-allowed']
}
