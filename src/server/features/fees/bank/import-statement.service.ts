import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { SheetRefused } from '#server/features/lists/spreadsheet/read-sheet.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import type { School } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { DueWork } from '#server/kernel/due-work.ts'
import { keepDoingForSchools, type Running } from '#server/kernel/rounds.ts'
import { runOnce } from '#server/kernel/run-once.ts'
import type { importStatement } from '#shared/fees/bank/bank-line.contract.ts'
import { fromBase64 } from '#shared/kernel/bytes.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { type Currency, zero } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { type FeeStaff, unattendedFeeActor } from '../ledger/fee-actor.ts'
import { bookOrAsk, nextUnbooked } from './bank-line.service.ts'
import { feeBankImports, feeBankLines } from './fee-bank.table.ts'
import { decider } from './match-lines.service.ts'
import type { LineMatch } from './match-line.rules.ts'
import { type HashedLine, hashLines, readStatement } from './read-statement.rules.ts'
import type { Statement } from './statement.types.ts'

type Asked = z.output<typeof importStatement.body>
type Reply = z.input<typeof importStatement.reply>

/** Reads the file. @throws AppError fees.statement-unreadable */
function read(data: string, currency: Currency): Statement {
  try {
    const statement = readStatement(fromBase64(data), { currency })
    const isOther = statement?.lines.length === 0 && statement.faults.length > 0
    if (!statement || isOther) throw new AppError('fees.statement-unreadable', { field: 'data' })
    return statement
  } catch (error) {
    if (error instanceof SheetRefused) throw new AppError('fees.statement-unreadable', { field: 'data', cause: error })
    throw error
  }
}

const linesAtOnce = 500

/** Stores a statement's lines, each with whose money it is. @throws AppError as the contract says */
export async function storeStatement(tx: Tx, by: FeeStaff, asked: Asked): Promise<Reply> {
  const { importId, account, data } = asked
  const command = { schoolId: by.schoolId, id: importId, asked: { account, data } }
  return runOnce<typeof feeBankImports, Reply>(tx, feeBankImports, command, {
    first: (askedHash) => store(tx, by, { importId, account, askedHash }, read(data, by.currency)),
    again: (row) => repliedBefore(tx, row),
  })
}

async function store(
  tx: Tx,
  by: FeeStaff,
  { importId, account, askedHash }: { importId: string; account: string; askedHash: string },
  statement: Statement,
): Promise<Reply> {
  const { schoolId, userId: byUser, nowMs } = by
  const { format, faults } = statement
  const hashed = hashLines(account, statement.lines)
  const known = await knownHashes(tx, schoolId, hashed)
  const fresh = hashed.filter(({ hash }) => !known.has(hash))
  const row = { schoolId, id: importId, account, format, lines: hashed.length, known: hashed.length - fresh.length }
  await tx.insert(feeBankImports).values({ ...row, faults, askedHash, byUser, at: toInstant(nowMs) })
  const decide = await decider(tx, by, { account, format, lines: fresh })
  const counts = { matched: 0, doubtful: 0, ignored: 0 }
  for (let from = 0; from < fresh.length; from += linesAtOnce) {
    const rows = fresh.slice(from, from + linesAtOnce).map((line) => {
      const match = decide(line)
      counts[match.state] += 1
      const { hash, bookedOn } = line
      // Money that left is nobody's concern here: its hash alone says that it was read.
      const { amount, text, reference } = match.state === 'ignored' ? { amount: zero, text: '', reference: '' } : line
      const said = { hash, account, bookedOn, amount, currency: by.currency, text, reference }
      return { schoolId, id: uuidv7(nowMs, by.random), importId, ...said, ...stored(match) }
    })
    // Another import may store the same lines at the same moment.
    await tx.insert(feeBankLines).values(rows).onConflictDoNothing()
  }
  const facts = { format, count: fresh.length }
  await recordAuditEvent(tx, by.audit, 'fee-statement-imported', { about: null, by: byUser, facts })
  return { format, lines: row.lines, known: row.known, ...counts, problems: problemsOf(faults) }
}

const stored = (match: LineMatch) => ({
  state: match.state,
  matchedBy: match.state === 'matched' ? match.by : null,
  payerId: match.state === 'matched' ? match.payerId : null,
  candidates: match.state === 'doubtful' ? [...match.candidates] : [],
})

async function knownHashes(tx: Tx, schoolId: string, lines: readonly HashedLine[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (let from = 0; from < lines.length; from += linesAtOnce) {
    const hashes = lines.slice(from, from + linesAtOnce).map(({ hash }) => hash)
    const rows = await tx
      .select({ hash: feeBankLines.hash })
      .from(feeBankLines)
      .where(and(eq(feeBankLines.schoolId, schoolId), inArray(feeBankLines.hash, hashes)))
    for (const { hash } of rows) known.add(hash)
  }
  return known
}

async function repliedBefore(tx: Tx, row: typeof feeBankImports.$inferSelect): Promise<Reply> {
  const { schoolId, id, format, lines, known, faults } = row
  const rows = await tx
    .select({ state: feeBankLines.state })
    .from(feeBankLines)
    .where(and(eq(feeBankLines.schoolId, schoolId), eq(feeBankLines.importId, id)))
  const of = (state: string) => rows.filter((each) => each.state === state).length
  const counts = { matched: of('matched'), doubtful: of('doubtful'), ignored: of('ignored') }
  return { format, lines, known, ...counts, problems: problemsOf(faults) }
}

const problemsOf = (faults: Statement['faults']): Reply['problems'] =>
  faults.slice(0, 200).map(({ line, fault }) => ({ line, problem: fault }))

/**
 * Books matched lines, each in a transaction of its own: receipts at a desk are not kept waiting, and a line that cannot be booked
 * stops no other. @returns how many were booked
 */
export async function bookMatched(
  { deps, school }: { deps: Deps; school: Pick<School, 'schoolId' | 'currency' | 'timeZone'> },
  isStopping = () => false,
): Promise<number> {
  const { schoolId } = school
  const by = unattendedFeeActor(deps, school)
  let booked = 0
  let last: string | undefined
  while (!isStopping()) {
    const after = last
    // The id is known also when the booking fails.
    const found = await deps.db.tenant(schoolId, (tx) => nextUnbooked(tx, schoolId, after))
    if (!found) break
    last = found.id
    try {
      const isBooked = await deps.db.tenant(schoolId, async (tx) => {
        const line = await nextUnbooked(tx, schoolId, after)
        return line?.id === found.id && (await bookOrAsk(tx, { ...by, userId: line.byUser }, line))
      })
      if (isBooked) booked += 1
    } catch (error) {
      deps.log.error(describeFailure(error), 'a bank line can not be booked now')
    }
  }
  return booked
}

const everyMs = 30_000

/** Books matched lines of all schools, in one round after the other: also after a server ended in the middle. */
export const startBankLineWorker = (deps: Deps, due: DueWork): Running =>
  keepDoingForSchools({
    everyMs,
    kind: 'bank-lines',
    due,
    work: async (schoolId, isStopping) => {
      const school = await deps.db.tenant(schoolId, (tx) => readSchool(tx, schoolId))
      await bookMatched({ deps, school }, isStopping)
    },
    onFailure: (error) => deps.log.error(describeFailure(error), 'bank lines can not be booked now'),
  })
