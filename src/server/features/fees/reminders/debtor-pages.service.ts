import { sql } from 'drizzle-orm'
import type { MailCtx } from '#server/features/mail/mail.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FeeActor } from '../ledger/fee-actor.ts'
import { readFeeSettings } from '../setup/fee-settings.service.ts'
import { type ReminderPayer, reminderPayers } from './reminder-cases.service.ts'

/** Payers that are read at once: neither memory nor a transaction grows with the number of debtors. */
const pageSize = 200

/** Returns payers with something due, as the school's settings say now; of these payers alone. */
export async function casesNow(
  tx: Tx,
  { school }: Pick<MailCtx, 'school'>,
  by: FeeActor,
  payerIds: readonly string[],
): Promise<ReminderPayer[]> {
  const { reminders: levels } = await readFeeSettings(tx, by.schoolId)
  return reminderPayers(tx, { ...by, timeZone: school.timeZone, levels }, payerIds)
}

/** Returns the next payers by id of whom something was due before today, paid or not. */
async function payersAfter(tx: Tx, { schoolId, today }: FeeActor, after: string): Promise<string[]> {
  const { rows } = await tx.execute<{ payerId: string }>(sql`
    select distinct payer_id as "payerId" from fee_charges
    where school_id = ${schoolId} and payer_id > ${after}::uuid and due_on < ${today}::date
    order by 1 limit ${pageSize}`)
  return rows.map(({ payerId }) => payerId)
}

const beforeAll = '00000000-0000-0000-0000-000000000000'

/**
 * Reads payers with something due, by id and a page at a time, each in a transaction of its own.
 * @param actor who asks, as of the moment of each page
 */
export async function* debtorPages(
  ctx: Pick<MailCtx, 'deps' | 'school'>,
  actor: () => FeeActor,
): AsyncGenerator<ReminderPayer[]> {
  const { schoolId } = ctx.school
  for (let after: string | undefined = beforeAll; after !== undefined; ) {
    const from: string = after
    const page = await ctx.deps.db.tenant(schoolId, async (tx) => {
      const ids = await payersAfter(tx, actor(), from)
      return { last: ids.at(-1), cases: ids.length === 0 ? [] : await casesNow(tx, ctx, actor(), ids) }
    })
    after = page.last
    if (page.cases.length > 0) yield page.cases
  }
}

/** Puts all payers with something open and due into a run, in one statement; who of them is reminded is decided as it goes on. */
export const queueDebtors = (tx: Tx, { schoolId, today }: FeeActor, runId: string): Promise<unknown> =>
  tx.execute(sql`
    insert into fee_reminder_run_payers (school_id, run_id, payer_id, state)
    select c.school_id, ${runId}, c.payer_id, 'waiting' from fee_charges c
    left join (
      select charge_id, sum(amount) as settled from fee_allocations where school_id = ${schoolId} group by charge_id
    ) a on a.charge_id = c.id
    where c.school_id = ${schoolId} and c.due_on < ${today}::date and c.net + c.tax > coalesce(a.settled, 0)
    group by c.school_id, c.payer_id`)
