import { sql } from 'drizzle-orm'
import { exportList } from '#server/features/lists/export/list-export.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Bilingual, FileReply } from '#shared/kernel/endpoint.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'
import {
  type BoardException,
  exceptionBoard,
  exceptionExport,
  handleException,
} from '#shared/pos/patterns/exception-board.contract.ts'
import type { Reason } from '#shared/pos/pos-report.contract.ts'
import { reasonText } from '../reason-text.ts'
import { reasonRows } from '../sales/reasons.ts'
import { closeException, listBoard } from './exception-board.service.ts'

/** What people said and approved of what an exception is about. */
interface Said extends Record<string, unknown> {
  opId: string
  code: string
  reasons: Pick<Reason, 'kind' | 'text' | 'item'>[]
  approvers: Bilingual[]
}

type Told = BoardException & Pick<Said, 'reasons' | 'approvers'>

/** Exports the board of exceptions, open or closed, with reasons and approvals. @throws AppError access.denied, request.too-large */
function exportExceptions(
  ctx: SessionCtx,
  boardState: 'open' | 'closed',
  how: ExportHow<'exceptions'>,
): Promise<FileReply> {
  return exportList(ctx, 'exceptions', how, {
    pages: (tx) => boardPages(tx, ctx, boardState),
    cells: ({ handled, facts, ...row }: Told, voice) => ({
      at: voice.moment(row.at),
      businessDay: row.businessDay,
      till: row.till,
      shift: row.shiftNo,
      receiptNo: row.receiptNo,
      event: voice.word('sales.flag', row.code),
      times: facts.count ?? null,
      amount: facts.amount ?? null,
      reasons: voice.listed(row.reasons.map((reason) => reasonText(reason, voice))),
      approvedBy: voice.listed(row.approvers.flatMap((name) => voice.name(name) ?? [])),
      state: voice.word('exceptions.state', handled ? 'closed' : 'open'),
      conclusion: handled?.outcome ? voice.word('exceptions.outcome', handled.outcome) : null,
      finding: handled && handled.finding,
      closedBy: handled && voice.name(handled.by),
      closedAt: handled && voice.moment(handled.at),
    }),
  })
}

async function* boardPages(tx: Tx, ctx: SessionCtx, boardState: 'open' | 'closed'): AsyncGenerator<readonly Told[]> {
  const { schoolId } = ctx.school
  const reader = { schoolId, userId: ctx.session.user.userId }
  let before: string | undefined
  do {
    const page = await listBoard(tx, reader, { boardState, before })
    const said = await readSaid(tx, schoolId, page.exceptions)
    yield page.exceptions.map((exception) => ({ ...exception, ...(said.get(keyOf(exception)) ?? nothing) }))
    before = page.next ?? undefined
  } while (before !== undefined)
}

const nothing = { reasons: [], approvers: [] }
const keyOf = ({ opId, code }: Pick<Said, 'opId' | 'code'>): string => `${opId} ${code}`

async function readSaid(tx: Tx, schoolId: string, page: readonly BoardException[]): Promise<Map<string, Said>> {
  const ids = sql`(select value::uuid from jsonb_array_elements_text(${JSON.stringify(page.map(({ opId }) => opId))}::jsonb))`
  const { rows } = await tx.execute<Said>(sql`
    select e.op_id as "opId", e.code,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', r.kind, 'text', r.text, 'item', r.item) order by r.n), '[]')
        from (${reasonRows(schoolId)}) r where r.shift_id = e.shift_id and r.subject_id = e.subject_id) as reasons,
      (select coalesce(jsonb_agg(distinct u.name), '[]') from approvals a
        join users u on u.school_id = a.school_id and u.id = a.by
        where a.school_id = ${schoolId} and (a.subject_id = e.subject_id or a.op_id = e.op_id)) as approvers
    from pos_exceptions e where e.school_id = ${schoolId} and e.op_id in ${ids}`)
  return new Map(rows.map((row) => [keyOf(row), row]))
}

/** Calls of the board of exceptions. */
export const exceptionBoardRoutes: Feature = () => [
  route.session(exceptionBoard, (ctx, asked) => {
    requirePermission(ctx.session, 'exceptions.handle')
    const reader = { schoolId: ctx.school.schoolId, userId: ctx.session.user.userId }
    return ctx.tenant((tx) => listBoard(tx, reader, asked))
  }),
  route.session(exceptionExport, (ctx, { filter, ...how }) => {
    requirePermission(ctx.session, 'exceptions.handle')
    return exportExceptions(ctx, filter.boardState, how)
  }),
  route.session(handleException, (ctx, asked) => {
    requirePermission(ctx.session, 'exceptions.handle')
    return ctx.tenant((tx) => closeException(tx, ctx, asked))
  }),
]
