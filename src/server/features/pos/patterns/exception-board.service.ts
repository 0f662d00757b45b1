import { type SQL, sql } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { isoText } from '#server/kernel/sql-values.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { Instant, Uuid } from '#shared/kernel/fields.ts'
import type { ShiftId, UserId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { z } from 'zod'
import type {
  BoardException,
  ExceptionOutcome,
  handleException,
} from '#shared/pos/patterns/exception-board.contract.ts'

const pageRows = 100

/** Everybody whom an exception `e` is about: who acted or approved, and whom a sequence of events names. */
const concernedIn = (schoolId: string): SQL => sql`array(
  select unnest(coalesce(e.concerned, '{}'))
  union select s.cashier_id from sales s where s.school_id = ${schoolId} and s.id = e.subject_id
  union select (s.discount->>'by')::uuid from sales s where s.school_id = ${schoolId} and s.id = e.subject_id
    and s.discount is not null
  union select (given.terms->>'by')::uuid from sale_lines l
    cross join lateral (values (l.own_discount), (l.price_override)) as given(terms)
    where l.school_id = ${schoolId} and l.sale_id = e.subject_id and given.terms is not null
  union select v.by from sale_voids v where v.school_id = ${schoolId} and v.id = e.subject_id
  union select r.by from refunds r where r.school_id = ${schoolId} and r.id = e.subject_id
  union select w.by from top_ups w where w.school_id = ${schoolId} and w.id = e.subject_id
  union select m.by from cash_movements m where m.school_id = ${schoolId} and m.id = e.subject_id
  union select m.witness from cash_movements m where m.school_id = ${schoolId} and m.id = e.subject_id
    and m.witness is not null
  union select d.by from drawer_events d where d.school_id = ${schoolId} and d.id = e.subject_id
  union select c.by from dropped_carts c where c.school_id = ${schoolId} and c.id = e.subject_id
  union select a.by from approvals a where a.school_id = ${schoolId} and (a.op_id = e.op_id or a.subject_id = e.subject_id)
  union select n.opened_by from shifts n where n.school_id = ${schoolId} and e.code = 'float-differs' and n.carried_from = e.shift_id
  union select h.opened_by from shifts h where h.school_id = ${schoolId} and h.id = e.shift_id and e.subject_id in (h.id,
    overlay(h.id::text placing '8' from 15 for 1)::uuid)
  union select h.closed_by from shifts h where h.school_id = ${schoolId} and h.id = e.shift_id and h.closed_by is not null
    and e.subject_id in (h.id, overlay(h.id::text placing '8' from 15 for 1)::uuid))`

interface Row extends Record<string, unknown> {
  opId: string
  code: string
  at: string
  shiftId: ShiftId | null
  shiftNo: number | null
  businessDay: string | null
  till: string | null
  receiptNo: string | null
  facts: Record<string, number> | null
  isOwn: boolean
  handledAt: string | null
  handledBy: Bilingual | null
  outcome: ExceptionOutcome | null
  finding: string | null
}

interface Asked {
  boardState: 'open' | 'closed'
  before?: string | undefined
}

/** Lists exceptions, the latest first, without the names of those whom they are about. @throws AppError request.invalid */
export async function listBoard(
  tx: Tx,
  { schoolId, userId }: { schoolId: string; userId: UserId },
  { boardState, before }: Asked,
): Promise<{ exceptions: BoardException[]; next: string | null; open: number }> {
  const key = readKey(before)
  const following = key
    ? sql`(e.at, e.op_id, e.code) < (${key.at}::timestamptz, ${key.opId}::uuid, ${key.code})`
    : sql`true`
  const { rows } = await tx.execute<Row>(sql`
    with page as (select * from pos_exceptions e where e.school_id = ${schoolId}
      and e.handled_at is ${boardState === 'open' ? sql`null` : sql`not null`} and ${following}
      order by e.at desc, e.op_id desc, e.code desc limit ${pageRows + 1})
    select e.op_id as "opId", e.code, ${isoText('e.at')} as at, e.shift_id as "shiftId", h.no as "shiftNo",
      h.business_day::text as "businessDay", p.code || '-' || t.code as till,
      coalesce(s.receipt_no, o.receipt_no, w.receipt_no, f.receipt_no) as "receiptNo", e.facts,
      ${userId}::uuid = any(${concernedIn(schoolId)}) as "isOwn", ${isoText('e.handled_at')} as "handledAt",
      u.name as "handledBy", e.outcome, e.finding
    from page e
    left join shifts h on h.school_id = e.school_id and h.id = e.shift_id
    left join tills t on t.school_id = e.school_id and t.id = h.till_id
    left join sites p on p.school_id = t.school_id and p.id = t.site_id
    left join sales s on s.school_id = e.school_id and s.id = e.subject_id
    left join sale_voids v on v.school_id = e.school_id and v.id = e.subject_id
    left join top_ups w on w.school_id = e.school_id and w.id = coalesce(v.sale_id, e.subject_id)
    left join refunds f on f.school_id = e.school_id and f.id = e.subject_id
    left join sales o on o.school_id = v.school_id and o.id = v.sale_id
    left join users u on u.school_id = e.school_id and u.id = e.handled_by
    order by e.at desc, e.op_id desc, e.code desc`)
  const shown = rows.slice(0, pageRows).map(boardView)
  const last = rows.length > pageRows ? shown.at(-1) : undefined
  const { rows: counted } = await tx.execute<{ n: number }>(
    sql`select count(*)::int as n from pos_exceptions where school_id = ${schoolId} and handled_at is null`,
  )
  return {
    exceptions: shown,
    next: last ? `${last.at}|${last.opId}|${last.code}` : null,
    open: counted[0]?.n ?? 0,
  }
}

const nobody: Bilingual = { en: '', ar: '' }

const boardView = ({ handledAt, handledBy, outcome, finding, till, facts, ...row }: Row): BoardException => ({
  opId: row.opId,
  code: row.code,
  at: row.at,
  shiftId: row.shiftId,
  shiftNo: row.shiftNo,
  businessDay: row.businessDay,
  till: till ?? '',
  receiptNo: row.receiptNo,
  facts: facts ?? {},
  isOwn: row.isOwn,
  handled: handledAt === null ? null : { at: handledAt, by: handledBy ?? nobody, outcome, finding: finding ?? '' },
})

function readKey(before: string | undefined): { at: string; opId: string; code: string } | undefined {
  if (before === undefined) return undefined
  const [at, opId, code, ...rest] = before.split('|')
  if (rest.length > 0 || !Instant.safeParse(at).success || !Uuid.safeParse(opId).success || !code) {
    throw new AppError('request.invalid', { field: 'before' })
  }
  return { at: at ?? '', opId: opId ?? '', code }
}

/**
 * Closes an exception with a finding, once, by somebody whom it is not about.
 * @throws AppError request.not-found, exception.closed, exception.own
 */
export async function closeException(
  tx: Tx,
  ctx: SessionCtx,
  { opId, code, conclusion, finding }: z.infer<typeof handleException.body>,
): Promise<{ handledAt: string }> {
  const { schoolId } = ctx.school
  const { userId } = ctx.session.user
  const { rows } = await tx.execute<{ isOwn: boolean; isClosed: boolean }>(sql`
    select ${userId}::uuid = any(${concernedIn(schoolId)}) as "isOwn", e.handled_at is not null as "isClosed"
    from pos_exceptions e where e.school_id = ${schoolId} and e.op_id = ${opId} and e.code = ${code} for update`)
  const [found] = rows
  if (!found) throw new AppError('request.not-found', { field: 'opId' })
  if (found.isClosed) throw new AppError('exception.closed')
  if (found.isOwn) throw new AppError('exception.own')
  const handledAt = toInstant(ctx.deps.clock.nowMs())
  await tx.execute(sql`
    update pos_exceptions set handled_at = ${handledAt}::timestamptz, handled_by = ${userId}, outcome = ${conclusion},
      finding = ${finding} where school_id = ${schoolId} and op_id = ${opId} and code = ${code}`)
  await recordAuditEvent(tx, ctx, 'exception-closed', { about: null, facts: { kind: code, why: conclusion } })
  return { handledAt }
}
