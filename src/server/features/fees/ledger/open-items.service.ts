import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { AppliedDiscount } from '#shared/fees/fee-values.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { type Minor, minor } from '#shared/kernel/money.ts'
import type { Day, Instant } from '#shared/kernel/time.ts'

/** Charge with what came of it, in minor units. total − credited − writtenOff − paid = open. */
export interface OpenItem {
  chargeId: string
  documentId: string
  documentNumber: string
  studentId: string
  payerId: string
  component: string
  name: Bilingual
  priority: number
  year: number
  part: number
  dueOn: Day
  gross: Minor
  discounts: AppliedDiscount[]
  net: Minor
  taxCode: string
  tax: Minor
  isDeferred: boolean
  version: number
  /** Net and tax. */
  total: Minor
  credited: Minor
  writtenOff: Minor
  /** By payments, credit and deposits. */
  paid: Minor
  /** Part of `paid` by cheques that have not cleared. */
  held: Minor
  open: Minor
  /** Birth date of the child; null where it is unknown. */
  bornOn: Day | null
}

type Of = { studentId: string } | { payerId: string } | { chargeIds: readonly string[] }

const only = (of: Of): SQL => {
  if ('studentId' in of) return sql`c.student_id = ${of.studentId}`
  if ('payerId' in of) return sql`c.payer_id = ${of.payerId}`
  return sql`c.id = any(${uuidList(of.chargeIds)})`
}

type Row = Omit<OpenItem, 'open' | 'total'> & Record<string, unknown>

/**
 * Returns the charges of a child, of a payer or by their ids with what is open on each, by due date; settled ones too.
 * @param asOf later charges and allocations are left out
 */
export async function openItems(tx: Tx, schoolId: string, of: Of, asOf?: Instant): Promise<OpenItem[]> {
  const until = asOf === undefined ? sql`true` : sql`a.at <= ${asOf}`
  const charged = asOf === undefined ? sql`true` : sql`c.charged_at <= ${asOf}`
  const { rows } = await tx.execute<Row>(sql`
    select c.id as "chargeId", c.document_id as "documentId", d.number as "documentNumber", c.student_id as "studentId",
      c.payer_id as "payerId", c.component, c.name, c.priority, c.year, c.part, c.due_on::text as "dueOn", c.gross, c.discounts,
      c.net, c.tax_code as "taxCode", c.tax, c.is_deferred as "isDeferred", c.version, s.birth_date::text as "bornOn",
      coalesce(a.credited, 0) as credited, coalesce(a.written_off, 0) as "writtenOff", coalesce(a.paid, 0) as paid,
      coalesce(a.held, 0) as held
    from fee_charges c
    join fee_documents d on d.school_id = c.school_id and d.id = c.document_id
    left join students s on s.school_id = c.school_id and s.id = c.student_id
    left join lateral (
      select sum(a.amount) filter (where a.source = 'credit-note') as credited,
        sum(a.amount) filter (where a.source = 'write-off') as written_off,
        sum(a.amount) filter (where a.source in ('payment', 'deposit')) as paid,
        sum(a.amount) filter (where p.method = 'cheque' and l.payment_id is null) as held
      from fee_allocations a
      left join fee_payments p on p.school_id = a.school_id and p.id = a.source_id and a.source = 'payment'
      left join fee_payment_clearings l on l.school_id = p.school_id and l.payment_id = p.id
      where a.school_id = ${schoolId} and a.charge_id = c.id and ${until}
    ) a on true
    where c.school_id = ${schoolId} and ${only(of)} and ${charged}
    order by c.due_on, c.priority, c.id`)
  return rows.map(itemOf)
}

function itemOf(row: Row): OpenItem {
  const amount = (value: unknown): Minor => minor(Number(value))
  const total = amount(Number(row.net) + Number(row.tax))
  const [credited, writtenOff, paid] = [amount(row.credited), amount(row.writtenOff), amount(row.paid)]
  return {
    ...row,
    gross: amount(row.gross),
    net: amount(row.net),
    tax: amount(row.tax),
    held: amount(row.held),
    credited,
    writtenOff,
    paid,
    total,
    open: amount(total - credited - writtenOff - paid),
  }
}
