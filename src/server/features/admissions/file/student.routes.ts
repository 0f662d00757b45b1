import type { ConsentEffect } from '#server/features/consents/consent-effect.service.ts'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { studentRow } from '#server/features/students/student.view.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import { type StudentFilter, studentList } from '#shared/admissions/student.contract.ts'
import { studentData, studentFunnel, studentUpdate } from '#shared/admissions/student-file.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { Uuid } from '#shared/kernel/fields.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { businessDay } from '#shared/kernel/time.ts'
import { actorRolesOf } from '#shared/students/actor-roles.rules.ts'
import {
  countByStatus,
  findStudents,
  knownValues,
  type PageKey,
  pageKeyOf,
  type StudentSort,
} from '../list/student-list.service.ts'
import { staffActor } from '../transitions/actor.service.ts'
import { executeCommand } from '../transitions/execute-command.service.ts'
import { sharesOf, stagesReached } from './funnel.service.ts'
import { readFile } from './student-file.service.ts'

export const studentRoutes =
  (consentEffects: readonly ConsentEffect[]): Feature =>
  ({ clock }) => [
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
      const seesSensitive = hasScopedPermission(kind, roles, 'sensitive.see')
      const seesAccounts = hasScopedPermission(kind, roles, 'accounts.see')
      const keepsRecord = hasScopedPermission(kind, roles, 'students.record')
      const seer = { actorRoles: actorRolesOf(roles), nowMs, today, timeZone, seesSensitive, seesAccounts, keepsRecord }
      return ctx.tenant((tx) => readFile(tx, { schoolId, id, ...seer }))
    }),
    route.session(studentUpdate, async (ctx, command) => {
      requirePermission(ctx.session, 'students.decide')
      const by = { ...staffActor(ctx), consentEffects }
      return ctx.tenant(async (tx) => {
        const { student, proposalId } = await executeCommand(tx, by, command)
        const staff = await findPeople(tx, by.schoolId, student.ownerId ? [student.ownerId] : [])
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

/** Returns figures of a whole list. */
async function aboutList(tx: Tx, schoolId: string, filter: StudentFilter) {
  const counts = await countByStatus(tx, schoolId, filter)
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return { counts, total, known: await knownValues(tx, schoolId) }
}

/** Includes the order: a position in one order is meaningless in another. */
const writeAfter = (sort: StudentSort, { key, id }: PageKey) => [sort, id, key].join('|')

/** Parses the start of a page. @throws AppError request.invalid */
function readAfter(sort: StudentSort, after: string | undefined): PageKey | undefined {
  if (after === undefined) return undefined
  const [of, id, ...rest] = after.split('|')
  // A name may contain the separator.
  const key = rest.join('|')
  const isPlace = rest.length > 0 && (sort === 'name' || Number.isFinite(Date.parse(key)))
  if (of !== sort || !isPlace || !Uuid.safeParse(id).success || id === undefined)
    throw new AppError('request.invalid', { field: 'after' })
  return { key, id }
}
