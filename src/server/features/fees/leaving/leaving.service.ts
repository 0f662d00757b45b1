import { and, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { colleague } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import { childLeaving } from '#shared/fees/leaving/child-leaving.rules.ts'
import { keptByCharge, withDiscountsBack } from '#shared/fees/leaving/kept-by-charge.rules.ts'
import type { ChildLeaving, previewLeaving, SettledLeaving } from '#shared/fees/leaving/leaving.contract.ts'
import { leavingByPayer } from '#shared/fees/leaving/leaving-payer.rules.ts'
import type { FeeChild } from '#shared/fees/fee-values.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { type Minor, minor, sum } from '#shared/kernel/money.ts'
import type { PlannedInvoice } from '../billing/planned-invoice.types.ts'
import { readCheques } from '../cheques/cheque-read.service.ts'
import { claimViews, requireClaim } from '../claims/claim-read.service.ts'
import { feeDocuments } from '../documents/fee-document.table.ts'
import { findFeeStudent } from '../fee-student.service.ts'
import type { FeeActor } from '../ledger/fee-actor.ts'
import { payerNames } from '../payer-names.service.ts'
import { feeLeavings, type StoredLeaving } from './fee-leaving.table.ts'
import { type LeavingFacts, leavingFacts } from './leaving-facts.service.ts'

type Asked = z.output<typeof previewLeaving.body>
type View = z.input<typeof ChildLeaving>
type LeavingRow = typeof feeLeavings.$inferSelect

/** Returns the child that a number means. @throws AppError request.not-found */
export async function requireLeaver(tx: Tx, schoolId: string, number: string): Promise<z.input<typeof FeeChild>> {
  const child = await findFeeStudent(tx, schoolId, number)
  if (!child) throw new AppError('request.not-found', { field: 'number' })
  return child
}

/** Calculates what is kept and returned. @returns the sum, and what stays of each charge */
export function calculateLeaving(facts: LeavingFacts, { requestedOn, leavingReason: reason, unused }: Asked) {
  const { rule, regulator, year, terms, yearStartsOn, components, charges, seat } = facts
  const of = { requestedOn, yearStartsOn, terms, seat, reason, unused, components }
  const result = childLeaving(rule, of, { books: regulator === null ? 'own' : 'rule' })
  const kept = keptByCharge(result.components, charges)
  const back = facts.discountsBack(kept)
  const payers = leavingByPayer(charges, kept, backBy(back.map(({ payerId: key, lines }) => ({ key, lines }))))
  const backOf = backByComponent(facts, back)
  const named = new Map(components.map((each) => [each.code, each]))
  const ruled = sum(result.components.map((each) => each.kept))
  const found = withDiscountsBack(result.components, (code) => backOf.get(code) ?? 0)
  const keptInAll = sum(found.map((each) => each.kept))
  const billed = sum(result.components.map((each) => Math.min(each.kept, each.billed)))
  const stored: StoredLeaving = {
    requestedOn,
    reason,
    unused,
    year,
    term: result.term,
    termStartsOn: terms[result.term - 1]?.startsOn ?? yearStartsOn,
    regulator,
    components: found.map(({ code, ...rest }) => {
      const known = named.get(code)
      const asksUnused = known?.refundRule !== 'tuition' && known?.refundRule !== 'none'
      return {
        component: { code, name: known?.name ?? { en: code, ar: code } },
        ...rest,
        asksUnused,
        lines: [...rest.lines],
      }
    }),
    payers,
    kept: keptInAll,
    returned: sum(payers.map((each) => each.returned)),
    due: sum(payers.map((each) => each.due)),
    unbilled: minor(Math.max(0, ruled - billed - seat.left)),
    seatLeft: minor(seat.left),
    toDeposit: toDeposit(facts, kept),
  }
  return { stored, kept, back }
}

/** Returns what credit notes give back to the seat deposit: it is taken back last of a charge. */
const toDeposit = ({ deposits }: LeavingFacts, kept: ReadonlyMap<string, number>): Minor =>
  sum([...deposits].map(([chargeId, applied]) => Math.max(0, applied - (kept.get(chargeId) ?? 0))))

/** Sums lines by a key, in minor units with tax. */
function backBy(of: readonly { key: string; lines: readonly { total: number }[] }[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const { key, lines } of of) found.set(key, (found.get(key) ?? 0) + sum(lines.map(({ total }) => total)))
  return found
}

/** Returns what falls back of discounts by component; of seat money with the tuition that it counts for. */
function backByComponent({ items, charges }: LeavingFacts, back: readonly PlannedInvoice[]): Map<string, number> {
  const merged = new Map(charges.map(({ chargeId, component }) => [chargeId, component]))
  const countsFor = new Map(items.map(({ chargeId, component }) => [component, merged.get(chargeId) ?? component]))
  const lines = back.flatMap((invoice) => invoice.lines)
  return backBy(lines.map((line) => ({ key: countsFor.get(line.component) ?? line.component, lines: [line] })))
}

/** Condition on a leaving: nobody has undone it. */
const stands = sql`not exists (select from fee_leaving_ends e
  where e.school_id = ${feeLeavings.schoolId} and e.leaving_id = ${feeLeavings.id})`

/** Returns what was settled of a child's year; undefined also where it was undone. */
export async function settledOf(
  tx: Tx,
  schoolId: string,
  { studentId, year }: { studentId: string; year: number },
): Promise<LeavingRow | undefined> {
  const of = and(eq(feeLeavings.schoolId, schoolId), eq(feeLeavings.studentId, studentId), eq(feeLeavings.year, year))
  const [row] = await tx.select().from(feeLeavings).where(and(of, stands))
  return row
}

/** Returns the number of the next leaving of a child's year; those before it were undone. */
export async function nextLeavingEntry(
  tx: Tx,
  schoolId: string,
  { studentId, year }: { studentId: string; year: number },
): Promise<number> {
  const of = and(eq(feeLeavings.schoolId, schoolId), eq(feeLeavings.studentId, studentId), eq(feeLeavings.year, year))
  return 1 + (await tx.$count(feeLeavings, of))
}

/** Calculates a child's leaving, or returns the one that was settled. @throws AppError as the contract says */
export async function readLeaving(tx: Tx, by: FeeActor, asked: Asked): Promise<View> {
  const child = await requireLeaver(tx, by.schoolId, asked.number)
  const { studentId } = child
  const facts = await leavingFacts(tx, by, { studentId, requestedOn: asked.requestedOn })
  const settled = await settledOf(tx, by.schoolId, { studentId, year: facts.year })
  const stored = settled?.result ?? calculateLeaving(facts, asked).stored
  return leavingView(tx, by, { child, facts, stored, settled })
}

interface Viewed {
  child: View['child']
  facts: LeavingFacts
  stored: StoredLeaving
  settled: LeavingRow | undefined
}

/** Returns a leaving as screens show it, with the cheques that are to be given back by now. */
export async function leavingView(tx: Tx, by: FeeActor, { child, facts, stored, settled }: Viewed): Promise<View> {
  const { schoolId, currency, today } = by
  const ids = [...new Set([...stored.payers, ...facts.items].map(({ payerId }) => payerId))]
  const names = await payerNames(tx, schoolId, ids)
  const cheques = []
  for (const payerId of ids) {
    const found = await readCheques(tx, by, { payerId })
    cheques.push(...found.cheques.filter(({ chequeId }) => found.toReturn.includes(chequeId)))
  }
  return {
    child,
    currency,
    today,
    reasons: ['other', ...facts.rule.seatBackFor],
    sum: { ...stored, payers: stored.payers.map(({ payerId, ...of }) => ({ ...of, payer: names(payerId) })) },
    settled: settled ? await settledView(tx, settled) : null,
    cheques,
  }
}

async function settledView(tx: Tx, row: LeavingRow): Promise<z.input<typeof SettledLeaving>> {
  const { schoolId, documentIds, claimIds, byUser, at } = row
  const documents =
    documentIds.length === 0
      ? []
      : await tx
          .select({
            id: feeDocuments.id,
            kind: feeDocuments.kind,
            number: feeDocuments.number,
            total: feeDocuments.total,
          })
          .from(feeDocuments)
          .where(and(eq(feeDocuments.schoolId, schoolId), inArray(feeDocuments.id, documentIds)))
          .orderBy(feeDocuments.number)
  const documentsOf = (kind: string) =>
    documents
      .filter((document) => document.kind === kind)
      .map(({ id, number, total }) => ({ documentId: id, number, total }))
  const claims = []
  for (const id of claimIds) claims.push(await requireClaim(tx, schoolId, id))
  const views = await claimViews(tx, schoolId, claims)
  const staff = await findPeople(tx, schoolId, [byUser])
  return {
    leavingId: row.id,
    settledAt: at,
    settledBy: colleague(byUser, staff),
    notes: documentsOf('credit'),
    invoices: documentsOf('invoice'),
    claims: views.map(({ claimId, payer, amount, method, state }) => ({ claimId, payer, amount, method, state })),
  }
}
