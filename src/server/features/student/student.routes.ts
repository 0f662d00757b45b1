import { requirePermission } from '#server/features/access/access.service.ts'
import { findPeople } from '#server/features/auth/people.service.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import { Uuid } from '#shared/contract/fields.ts'
import { type StudentFilter, studentData, studentFunnel, studentList, studentUpdate } from '#shared/contract/student.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { businessDay } from '#shared/kernel/time.ts'
import { mayIn } from '#shared/rules/roles.ts'
import { moversOf } from '#shared/rules/student-movers.rules.ts'
import { sharesOf, stagesReached } from './funnel.service.ts'
import { studentRow } from './student.view.ts'
import { readFile } from './student-file.service.ts'
import {
  countByStatus,
  findStudents,
  knownValues,
  type PageKey,
  pageKeyOf,
  type StudentSort,
} from './student-list.service.ts'
import { carryOut } from './student-update.service.ts'

export const studentRoutes: Feature = ({ clock, random }) => [
  route.session(studentList, async (ctx, { filter, sort, after, limit }) => {
    requirePermission(ctx.session, 'students.see')
    const { schoolId } = ctx.school
    const asked = { schoolId, filter, sort, limit, after: readAfter(sort, after) }
    return ctx.tenant(async (tx) => {
      const found = await findStudents(tx, asked)
      const page = found.slice(0, limit)
      const last = found.length > limit ? page.at(-1) : undefined
      const staff = await findPeople(
        tx,
        schoolId,
        page.flatMap(({ ownerId }) => ownerId ?? []),
      )
      return {
        students: page.map((row) => studentRow(row, staff)),
        next: last ? writeAfter(sort, pageKeyOf(sort, last)) : null,
        about: after === undefined ? await aboutList(tx, schoolId, filter) : null,
      }
    })
  }),
  route.session(studentData, async (ctx, { student_id: id }) => {
    requirePermission(ctx.session, 'students.see')
    const { schoolId, timeZone } = ctx.school
    const nowMs = clock.nowMs()
    const { kind, roles } = ctx.session
    const today = businessDay(nowMs, timeZone, 0)
    const seesSensitive = mayIn(kind, roles, 'sensitive.see')
    const seesAccounts = mayIn(kind, roles, 'accounts.see')
    const keepsRecord = mayIn(kind, roles, 'students.record')
    const seer = { movers: moversOf(roles), nowMs, today, timeZone, seesSensitive, seesAccounts, keepsRecord }
    return ctx.tenant((tx) => readFile(tx, { schoolId, id, ...seer }))
  }),
  route.session(studentUpdate, async (ctx, command) => {
    requirePermission(ctx.session, 'students.decide')
    const { schoolId, timeZone } = ctx.school
    const { user, roles } = ctx.session
    const nowMs = clock.nowMs()
    const today = businessDay(nowMs, timeZone, 0)
    const by = { schoolId, userId: user.userId, roles, nowMs, today, random, mail: ctx }
    return ctx.tenant(async (tx) => {
      const { student, proposalId } = await carryOut(tx, by, command)
      const staff = await findPeople(tx, schoolId, student.ownerId ? [student.ownerId] : [])
      return { student: studentRow(student, staff), proposalId }
    })
  }),
  route.session(studentFunnel, async (ctx, { asOf, ...of }) => {
    requirePermission(ctx.session, 'students.see')
    const { schoolId, timeZone } = ctx.school
    const asked = { schoolId, timeZone, of, asOf: asOf ?? businessDay(clock.nowMs(), timeZone, 0) }
    return ctx.tenant(async (tx) => ({
      asOf: asked.asOf,
      stages: await stagesReached(tx, asked),
      ...(await sharesOf(tx, asked)),
    }))
  }),
]

/** What is said of a whole list. */
async function aboutList(tx: Tx, schoolId: string, filter: StudentFilter) {
  const counts = await countByStatus(tx, schoolId, filter)
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return { counts, total, known: await knownValues(tx, schoolId) }
}

/** The order is in it: a place in one order is none in another. */
const writeAfter = (sort: StudentSort, { key, id }: PageKey) => [sort, id, key].join('|')

/** @throws AppError request.invalid */
function readAfter(sort: StudentSort, after: string | undefined): PageKey | undefined {
  if (after === undefined) return undefined
  const [of, id, ...rest] = after.split('|')
  // A name may have the sign in it.
  const key = rest.join('|')
  const isPlace = rest.length > 0 && (sort === 'name' || Number.isFinite(Date.parse(key)))
  if (of !== sort || !isPlace || !Uuid.safeParse(id).success || id === undefined)
    throw new AppError('request.invalid', { field: 'after' })
  return { key, id }
}
