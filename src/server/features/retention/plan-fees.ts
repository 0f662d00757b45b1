import { type SQL, sql } from 'drizzle-orm'
import type { ErasureLine } from './plan.types.ts'
import type { Scope } from './scope.ts'

/** `accountId`: the child's account at the tills where it is erased with the file; reports of its top-ups go with it. */
type FeeScope = Pick<Scope, 'schoolId' | 'studentId' | 'accountId'>

/**
 * Lists what fees say of a child and of those who pay for it alone: names, addresses and what somebody wrote go; numbers, sums,
 * documents and journals stay. A company keeps its name. Before the guardians, by whom payers are found.
 */
export function feeLines({ schoolId, studentId, accountId }: FeeScope): ErasureLine[] {
  const guardians = sql`select g.id from student_guardians g where g.school_id = ${schoolId} and g.student_id`
  /** Persons who pay for this child alone. */
  const isGoing = (payer: SQL) => sql`(
      ${payer} in (select p.payer_id from fee_payer_guardians p where p.school_id = ${schoolId}
        and p.guardian_id in (${guardians} = ${studentId}))
      or ${payer} in (select h.payer_id from fee_shares h where h.school_id = ${schoolId} and h.student_id = ${studentId}))
    and ${payer} not in (select p.payer_id from fee_payer_guardians p where p.school_id = ${schoolId}
      and p.guardian_id in (${guardians} <> ${studentId}))
    and ${payer} not in (select h.payer_id from fee_shares h where h.school_id = ${schoolId} and h.student_id <> ${studentId})`
  const isPerson = sql`t.payer_id in (select f.id from fee_payers f where f.school_id = ${schoolId} and f.kind = 'person')`
  const ofGoing = sql`${isPerson} and ${isGoing(sql`t.payer_id`)}`
  return [
    // What banks, cheques and gateways say of a payer.
    { table: 'fee_bank_lines', kind: null, where: ofGoing, set: sql`text = '', reference = ''` },
    { table: 'fee_cheques', kind: null, where: ofGoing, set: sql`bank = '', account = ''` },
    {
      table: 'fee_gateway_events',
      kind: null,
      where: sql`t.gateway_ref in (select i.gateway_ref from fee_intents i where i.school_id = ${schoolId}
        and i.gateway = t.gateway and (i.customer_id = ${accountId ?? null}::uuid
        or (i.payer_id in (select f.id from fee_payers f where f.school_id = ${schoolId} and f.kind = 'person')
          and ${isGoing(sql`i.payer_id`)})))`,
      set: sql`raw = ''`,
    },
    {
      table: 'fee_payers',
      kind: null,
      where: sql`t.kind = 'person' and ${isGoing(sql`t.id`)}`,
      set: sql`name_latin = null, name_arabic = null, email = null, phone = null, tax_id = null, national_id = null`,
    },
    { table: 'fee_page_links', kind: null, where: ofGoing },
    ...['fee_papers', 'fee_document_names'].map((table) => ({
      table,
      kind: null,
      where: sql`t.document_id in (select d.id from fee_documents d where d.school_id = ${schoolId}
        and (d.student_id = ${studentId} or exists (select from jsonb_array_elements(d.lines) l
          where l ->> 'studentId' = ${studentId}::text)
        or (d.payer_id in (select f.id from fee_payers f where f.school_id = ${schoolId} and f.kind = 'person')
          and ${isGoing(sql`d.payer_id`)})))`,
    })),
    { table: 'fee_payer_guardians', kind: null, where: sql`t.guardian_id in (${guardians} = ${studentId})` },
    ...typedLines({ schoolId, studentId }, ofGoing),
  ]
}

/** What colleagues typed about a child, or about those who pay for it alone. */
const typedLines = ({ schoolId, studentId }: Pick<Scope, 'schoolId' | 'studentId'>, ofGoing: SQL): ErasureLine[] => {
  const own = sql`t.student_id = ${studentId}`
  return [
    { table: 'fee_discount_grants', kind: null, where: own, set: sql`reason = '', evidence_ref = ''` },
    {
      table: 'fee_holds',
      kind: null,
      where: sql`(${ofGoing}) or t.charge_id in (select c.id from fee_charges c
        where c.school_id = ${schoolId} and c.student_id = ${studentId})`,
      set: sql`note = ''`,
    },
    {
      // A cashier may have written about a child whose money was in the drawer.
      table: 'fee_cash_sessions',
      kind: null,
      where: sql`t.note is not null and t.id in (select s.session_id from fee_cash_session_journals s
        join fee_journals j on j.school_id = s.school_id and j.id = s.journal_id
        where s.school_id = ${schoolId} and j.student_id = ${studentId})`,
      set: sql`note = null`,
    },
    { table: 'fee_leaving_ends', kind: null, where: sql`${own} and t.reason is not null`, set: sql`reason = null` },
    {
      table: 'fee_claims',
      kind: null,
      where: sql`(${own} or (${ofGoing})) and t.reason is not null`,
      set: sql`reason = null`,
    },
    {
      table: 'fee_document_notes',
      kind: null,
      where: sql`t.document_id in (select d.id from fee_documents d where d.school_id = ${schoolId} and d.student_id = ${studentId})`,
    },
  ]
}
