import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { type FileRow, readColumns } from '#server/features/lists/spreadsheet/read-columns.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FeeScheduleInput, ScheduleLine } from '#shared/fees/setup/fee-schedule.contract.ts'
import {
  maxScheduleRows,
  type ScheduleColumn,
  type ScheduleImport,
  scheduleColumns,
} from '#shared/fees/setup/schedule-import.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { canonicalJson } from '#shared/kernel/hash.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { gradesOf } from '#shared/school/grades/grade-names.rules.ts'
import { type FeeBy, lockFeeSetup } from '../fee-by.ts'
import { feeBy } from '../fee-by-context.ts'
import { feeComponentsOf } from '../fee-component.service.ts'
import { requirePlan } from '../fee-plan.service.ts'
import { changeSchedule, checkSchedule, type FeeScheduleRow, feeSchedulesOf } from '../fee-schedule.service.ts'
import { latestOf } from './latest-schedules.rules.ts'
import { type RefusedRow, type RowWords, readScheduleRow, type ScheduleRowRead } from './schedule-row.rules.ts'

const asked = {
  columns: scheduleColumns,
  required: ['grades', 'component', 'amount'],
  maxRows: maxScheduleRows,
} as const
const none = { new: 0, changed: 0, same: 0, refused: 0 }

/** Names by which rows may call grades and components. */
export async function rowWords(tx: Tx, schoolId: string): Promise<RowWords> {
  const { currency, profile } = await readSchool(tx, schoolId)
  const components = (await feeComponentsOf(tx, schoolId)).filter(({ isRetired }) => !isRetired)
  return { currency, grades: gradesOf(profile.grades), components }
}

interface Asked {
  data: string
  isApplied: boolean
  year: number
  planId: string
}

/** Reads a file of schedules and, if asked and no row is refused, writes them as drafts. */
export function importSchedules(ctx: SessionCtx, { data, isApplied, year, planId }: Asked): Promise<ScheduleImport> {
  const rows = readColumns(
    Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0)),
    asked,
  )
  if ('why' in rows) return Promise.resolve({ unreadable: rows, counts: none, refused: [] })
  return ctx.tenant(async (tx) => {
    const by = feeBy(ctx)
    await lockFeeSetup(tx, by.schoolId)
    await requirePlan(tx, by.schoolId, planId)
    const { groups, refused } = groupRows(rows, await rowWords(tx, by.schoolId))
    const plan = await planOf(tx, by, { groups, year, planId })
    refused.push(...plan.refused)
    refused.sort((one, other) => one.row - other.row)
    if (isApplied && refused.length === 0) {
      for (const { values, seen } of plan.drafts) await changeSchedule(tx, by, { values, seen })
      const facts = { parts: 'import', isNew: false }
      if (plan.drafts.length > 0) await recordAuditEvent(tx, ctx, 'fee-setup-set', { about: null, facts })
    }
    return { unreadable: null, counts: { ...plan.counts, refused: refused.length }, refused }
  })
}

/** Rows of one schedule, with their numbers in the file. */
interface Group {
  rows: number[]
  name: string
  reads: ScheduleRowRead[]
}

function groupRows(rows: readonly FileRow<ScheduleColumn>[], words: RowWords) {
  const groups = new Map<string, Group>()
  const refused: RefusedRow[] = []
  for (const { row, cells, isDamaged } of rows) {
    const name = [cells.grades, cells.component].filter(Boolean).join(' · ')
    const read = isDamaged ? [{ column: null, why: 'damaged' as const }] : readScheduleRow(cells, words)
    if (Array.isArray(read)) {
      refused.push({ row, name, problems: read })
      continue
    }
    const key = canonicalJson(read.place)
    const group = groups.get(key) ?? { rows: [], name: cells.grades ?? '', reads: [] }
    if (group.reads.some(({ component }) => component === read.component))
      refused.push({ row, name, problems: [{ column: 'component', why: 'twice' }] })
    else {
      group.rows.push(row)
      group.reads.push(read)
    }
    groups.set(key, group)
  }
  return { groups, refused }
}

interface Planned {
  drafts: { values: FeeScheduleInput; seen: number }[]
  counts: Omit<ScheduleImport['counts'], 'refused'>
  refused: RefusedRow[]
}

/** Says what becomes of each schedule of the file: new, a draft that changes, the next version of an approved one, or nothing. */
async function planOf(
  tx: Tx,
  { schoolId, nowMs, random }: FeeBy,
  { groups, year, planId }: { groups: ReadonlyMap<string, Group>; year: number; planId: string },
): Promise<Planned> {
  const known = new Map(latestOf(await feeSchedulesOf(tx, schoolId, year)).map((each) => [keyOf(each), each]))
  const planned: Planned = { drafts: [], counts: { new: 0, changed: 0, same: 0 }, refused: [] }
  for (const [key, { rows, name, reads }] of groups) {
    const [first] = reads
    if (!first) continue
    const before = known.get(key)
    const lines = reads.map((read) => lineOf(read, before))
    const newId = () => uuidv7(nowMs, random)
    const isDraft = before?.state === 'draft'
    const id = isDraft ? before.id : newId()
    const values = {
      ...first.place,
      id,
      seriesId: before?.seriesId ?? id,
      year,
      approvalRef: before?.approvalRef ?? '',
      lines,
      planId,
    }
    const why = await faultOf(tx, schoolId, values)
    if (why) planned.refused.push({ row: rows[0] ?? 0, name, problems: [{ column: null, why }] })
    else if (before && isSame(before, values)) planned.counts.same += 1
    else {
      planned.counts[before ? 'changed' : 'new'] += 1
      planned.drafts.push({ values, seen: isDraft ? before.revision : 0 })
    }
  }
  return planned
}

/** A line of the file. The day of its approval is not in the file: it stays while the approved amount does. */
function lineOf(
  { component, amount, approvedAmount }: ScheduleRowRead,
  before: FeeScheduleRow | undefined,
): ScheduleLine {
  const known = before?.lines.find((line) => line.component === component)
  const approvedOn = known?.approvedAmount === approvedAmount ? known.approvedOn : undefined
  return { component, amount, approvedAmount, ...(approvedOn !== undefined && { approvedOn }) }
}

const keyOf = ({ grades, pupils, campus, stream }: FeeScheduleRow): string =>
  canonicalJson({ grades, pupils, campus, stream })

const inOrder = (lines: FeeScheduleInput['lines']) =>
  lines.toSorted((one, other) => (one.component < other.component ? -1 : 1))

const isSame = (before: FeeScheduleRow, { lines, planId }: FeeScheduleInput): boolean =>
  before.planId === planId && canonicalJson(inOrder(before.lines)) === canonicalJson(inOrder(lines))

/** Returns why a schedule can't be saved, as a problem of its rows. */
async function faultOf(
  tx: Tx,
  schoolId: string,
  values: FeeScheduleInput,
): Promise<'unlawful' | 'plan-sum' | undefined> {
  try {
    await checkSchedule(tx, schoolId, values)
    return undefined
  } catch (error) {
    if (error instanceof AppError && error.messageId === 'fees.unlawful') return 'unlawful'
    if (error instanceof AppError && error.messageId === 'fees.plan-sum') return 'plan-sum'
    throw error
  }
}
