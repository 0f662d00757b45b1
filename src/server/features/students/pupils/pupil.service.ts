import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { setLeaving, setReturned } from '#server/features/pos/roster/leave-pupil.service.ts'
import { tellPrograms } from '#server/features/programs/webhooks/tell-programs.service.ts'
import { findPupil, listPupils, type PupilFilter } from '#server/features/pos/roster/list-pupils.service.ts'
import { lockPlaces, placePupils } from '#server/features/pos/roster/place-pupils.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import type {
  ListedPupil,
  listPupils as listing,
  setPupilClass,
  setPupilLeaving,
} from '#shared/students/pupils/pupil.contract.ts'
import { classesOfGrade, findClass } from '../classes/class.service.ts'

export type AskedPupils = z.output<typeof listing.body>['filter']

/** The filter as the roster takes it: a grade is the classes of this school year. */
export async function rosterFilter(
  tx: Tx,
  ctx: SessionCtx,
  { text, classId, grade, state, card }: AskedPupils,
): Promise<PupilFilter> {
  const nowMs = ctx.deps.clock.nowMs()
  const ofGrade = grade === undefined ? undefined : await classesOfGrade(tx, ctx.school.schoolId, grade, nowMs)
  const classIds = classId === undefined ? ofGrade : (ofGrade ?? [classId]).filter((id) => id === classId)
  return { text, classIds, state, card }
}

/** Lists pupils for a member of staff; the student file only for who may see files, why they left for who keeps pupils. */
export async function pupilPage(
  tx: Tx,
  ctx: SessionCtx,
  { filter, after, limit }: z.output<typeof listing.body>,
): Promise<z.infer<typeof listing.reply>> {
  const found = await listPupils(tx, ctx.school.schoolId, await rosterFilter(tx, ctx, filter), { after, limit })
  return { ...found, next: found.next as CustomerId | null, rows: found.rows.map((row) => seenBy(ctx, row)) }
}

const seenBy = ({ session: { kind, roles } }: SessionCtx, pupil: ListedPupil): ListedPupil => ({
  ...pupil,
  studentId: hasScopedPermission(kind, roles, 'students.see') ? pupil.studentId : null,
  leaveReason: hasScopedPermission(kind, roles, 'pupils.manage') ? pupil.leaveReason : null,
})

/** Returns a pupil for a member of staff. @throws AppError request.not-found */
export const pupilFor = async (tx: Tx, ctx: SessionCtx, customerId: CustomerId): Promise<ListedPupil> =>
  seenBy(ctx, await findPupil(tx, ctx.school.schoolId, customerId))

/** Puts a pupil into another class. Repeating it changes nothing. @throws AppError request.not-found, pupil.changed */
export async function moveToClass(
  tx: Tx,
  ctx: SessionCtx,
  { customerId, classId, from }: z.output<typeof setPupilClass.body>,
): Promise<void> {
  const { schoolId } = ctx.school
  const to = await findClass(tx, schoolId, classId)
  const [before] = await lockPlaces(tx, schoolId, [customerId])
  if (!before) throw new AppError('request.not-found', { field: 'customerId' })
  if (before.classId === classId) return
  if (before.classId !== from) throw new AppError('pupil.changed')
  await recordAuditEvent(tx, ctx, 'pupil-class-set', { about: customerId, facts: {} })
  await placePupils(tx, schoolId, [{ ...before, classId, className: to.name.en }])
}

const byOf = ({ deps: { clock, random }, school: { schoolId } }: SessionCtx) => ({
  schoolId,
  nowMs: clock.nowMs(),
  random,
})

/** Notes that a pupil leaves. @throws AppError request.not-found */
export async function noteLeaving(
  tx: Tx,
  ctx: SessionCtx,
  { customerId, leftOn, leaveReason: reason }: z.output<typeof setPupilLeaving.body>,
): Promise<void> {
  const before = await findPupil(tx, ctx.school.schoolId, customerId)
  if (before.leftOn === leftOn && before.leaveReason === reason) return
  await recordAuditEvent(tx, ctx, 'pupil-left', { about: customerId, facts: { why: reason } })
  await tellPrograms(tx, byOf(ctx), 'student.left', { customerId })
  const isClosed = await setLeaving(tx, byOf(ctx), customerId, { leftOn, reason })
  if (isClosed)
    await recordAuditEvent(tx, ctx, 'till-account-closed', { about: before.studentId, facts: { how: 'left' } })
}

/** Notes that a pupil has come back, or stays. @throws AppError request.not-found */
export async function noteReturn(tx: Tx, ctx: SessionCtx, customerId: CustomerId): Promise<void> {
  const before = await findPupil(tx, ctx.school.schoolId, customerId)
  if (before.active && before.leftOn === null) return
  await recordAuditEvent(tx, ctx, 'pupil-returned', { about: customerId, facts: {} })
  await setReturned(tx, byOf(ctx), customerId)
}
