import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { FeeActor } from '../ledger/fee-actor.ts'
import { feePayers, feeShares } from '../setup/fee-payer.table.ts'
import { ensurePayers } from '../setup/guardian-payer.service.ts'
import { findTransfers, findTwins } from './line-payment.service.ts'
import { type LineMatch, type MatchIndex, matchLine, numbersIn } from './match-line.rules.ts'
import type { StatementLine } from './statement.types.ts'

/**
 * Returns by which rule lines of a statement are matched. A line is doubtful where its money may be booked already: by a transfer at
 * the desk, or by a line of the same account, day and amount in a statement of another format.
 */
export async function decider(
  tx: Tx,
  by: FeeActor,
  statement: { account: string; format: string; lines: readonly StatementLine[] },
): Promise<(line: StatementLine) => LineMatch> {
  const { schoolId } = by
  const { lines } = statement
  const index = await matchIndex(tx, by, lines)
  const payersOf = (line: StatementLine) => {
    const match = matchLine(line, index)
    return { ...line, payers: match.state === 'matched' ? [match.payerId] : [] }
  }
  const transfers = await findTransfers(tx, schoolId, lines.map(payersOf))
  const twins = await findTwins(tx, schoolId, statement)
  return (line) => {
    const match = matchLine(line, index)
    const others = match.state === 'ignored' ? [] : twins(line)
    if (match.state === 'doubtful') return { ...match, candidates: [...new Set([...match.candidates, ...others])] }
    if (match.state === 'ignored' || (others.length === 0 && transfers(payersOf(line)).length === 0)) return match
    return { state: 'doubtful', candidates: [...new Set([match.payerId, ...others])] }
  }
}

/** Payers by their codes, and by the admission numbers of children that the lines name: who shares their fees, and first guardians. */
async function matchIndex(tx: Tx, by: FeeActor, lines: readonly StatementLine[]): Promise<MatchIndex> {
  const { schoolId } = by
  const payers = await tx
    .select({ id: feePayers.id, code: feePayers.code })
    .from(feePayers)
    .where(eq(feePayers.schoolId, schoolId))
  const { rows } = await tx.execute<{ number: string; student: string; payers: string[] }>(sql`
    select upper(c.admission_no) as number, a.student_id as student,
      array(select payer_id::text from ${feeShares} h where h.school_id = ${schoolId} and h.student_id = a.student_id
        union select payer_id::text from fee_charges f where f.school_id = a.school_id and f.student_id = a.student_id) as payers
    from customers c
    join pupil_accounts a on a.school_id = c.school_id and a.customer_id = c.id
    where c.school_id = ${schoolId} and c.admission_no is not null and a.student_id is not null`)
  const said = new Set(
    lines.flatMap(({ text, reference, amount }) => (amount > 0 ? numbersIn(`${text} ${reference}`) : [])),
  )
  const named = rows.filter(({ number }) => said.has(number))
  const first = await ensurePayers(
    tx,
    by,
    named.map(({ student }) => student),
  )
  const payersByNumber = new Map<string, string[]>()
  for (const { number, student, payers: of } of named) {
    const guardian = first.get(student)
    const known = payersByNumber.get(number) ?? []
    payersByNumber.set(number, [...known, ...of, ...(guardian === undefined ? [] : [guardian])])
  }
  return { payerByCode: new Map(payers.map(({ id, code }) => [code, id])), payersByNumber }
}
