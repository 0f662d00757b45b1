import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import type { Effect, IngestedOp } from '#server/features/sync/ingest/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { hasPermission } from '#shared/kernel/roles.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { TopUp } from '#shared/pos/top-up.contract.ts'
import { lockAccounts } from '../accounts/account.service.ts'
import { topUps } from '../accounts/account-money.table.ts'
import { post } from '../accounts/ledger.service.ts'
import { cashierFlags } from '../sales/cashiers.ts'
import type { TillContext } from '../sales/till-context.ts'
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
  const shift = await findShift(tx, schoolId, shiftId)
  for (const each of placeFlags(ctx, shift)) flags.add(each)
  const place = { tillId: shift?.tillId ?? device.tillId, epoch: shift?.epoch ?? device.epoch }
  if (await isNumberTaken(tx, schoolId, { ...place, receiptSeq: body.receiptSeq })) flags.add('number-repeated')
  const isForeign = (await readSchool(tx, schoolId)).currency !== body.currency
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
  const effect = await finish(tx, ctx, op, { subjectId: id, shiftId, flags })
  if (!isNew || isForeign || !accounts.has(customerId)) return effect
  const { amount, businessDay, at } = body
  const posting = { customerId, kind: 'topup', amount, businessDay, sourceId: id, effectiveAt: at, step: 0 } as const
  const versions = await post(tx, ctx, accounts, [{ ...posting, isMoney: true }])
  const serverVersion = versions.get(0)
  return { ...effect, ...(serverVersion !== undefined && { serverVersion }) }
}

async function takerFlags(tx: Tx, { schoolId }: TillContext, op: IngestedOp<TopUp>): Promise<string[]> {
  const { by } = op.body
  const people = await findPeople(tx, schoolId, [by])
  const flags = cashierFlags(people, by, op)
  const isAllowed = hasPermission(people.get(by)?.roles ?? [], 'topup.take')
  return isAllowed ? flags : [...flags, 'top-up-not-allowed']
}
