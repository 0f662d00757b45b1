import type { z } from 'zod'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { Instant } from '#shared/kernel/fields.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import type { studentTimeline } from '#shared/students/student-record.contract.ts'
import { colleague } from './student-file.view.ts'
import { requireStudent } from './student-record.service.ts'
import type { TimelineEvent } from './timeline-entry.ts'
import { messages, timelineSources } from './timeline-sources.service.ts'

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Latest first; equal moments in a stable order. Instants all have one format. */
const latestFirst = (a: Pick<TimelineEvent, 'at' | 'id'>, b: Pick<TimelineEvent, 'at' | 'id'>) =>
  compare(b.at, a.at) || compare(b.id, a.id)

/**
 * Returns a page of a student's timeline. The histories of one student are short: they are read completely and merged here, so
 * that no page depends on how they are stored. @throws AppError request.not-found, request.invalid
 */
export async function readTimeline(
  tx: Tx,
  ctx: SessionCtx,
  { student_id: studentId, only, after, limit }: z.output<typeof studentTimeline.body>,
): Promise<z.input<typeof studentTimeline.reply>> {
  const { schoolId } = ctx.school
  const { kind, roles } = ctx.session
  await requireStudent(tx, schoolId, studentId)
  const seesDocuments = hasScopedPermission(kind, roles, 'documents.see')
  const asked = { schoolId, studentId, seesDocuments, seesSensitive: hasScopedPermission(kind, roles, 'sensitive.see') }
  const all: TimelineEvent[] = []
  for (const source of only ? [messages] : timelineSources) all.push(...(await source(tx, asked)))
  const key = after === undefined ? undefined : readKey(after)
  const rest = all.toSorted(latestFirst).filter((each) => !key || latestFirst(key, each) < 0)
  const page = rest.slice(0, limit)
  const last = rest.length > limit ? page.at(-1) : undefined
  const staff = await findPeople(
    tx,
    schoolId,
    page.flatMap(({ by }) => by ?? []),
  )
  return {
    entries: page.map((each) => ({ ...each, by: each.by && colleague(each.by, staff) })),
    next: last ? `${last.at}|${last.id}` : null,
  }
}

/** Parses the start of a page. @throws AppError request.invalid */
function readKey(after: string): Pick<TimelineEvent, 'at' | 'id'> {
  const [at = '', ...id] = after.split('|')
  if (!Instant.safeParse(at).success) throw new AppError('request.invalid', { field: 'after' })
  return { at, id: id.join('|') }
}
