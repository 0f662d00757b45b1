import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { filesAndActions } from '#server/features/documents/document-file-list.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import { setGuardians } from '#server/features/students/record/guardian.service.ts'
import { notesOf } from '#server/features/students/record/note.service.ts'
import {
  addChange,
  type ChangeRow,
  changeOnce,
  forgetRecord,
  recordRevision,
} from '#server/features/students/record/record-change.service.ts'
import { tasksOf } from '#server/features/students/record/task.service.ts'
import { foundBy } from '#server/features/students/student.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { parsePhone } from '#shared/kernel/text/phone.rules.ts'
import { businessDay, toInstant } from '#shared/kernel/time.ts'
import { homeCountry } from '#shared/school/home-country.rules.ts'
import type { eraseStudentProfile, Guardian, saveStudentProfile } from '#shared/students/student-record.contract.ts'
import { changedFields, identityFields, type RecordIdentity } from '#shared/students/student-record.rules.ts'
import { createStudent, eraseUntouched, isUntouched } from './create-student.service.ts'
import { moveToPlace, requireNoSeat } from './student-place.service.ts'
import { identityOf, type StudentFound } from './student-record.service.ts'
import { lockStudent, updateStudent } from './student-row.service.ts'

type Command = z.output<typeof saveStudentProfile.body>
type Changes = ChangeRow['changes']

/** Saves a record under a lock of its student, on the given revision, once. @throws as documented in `saveStudentProfile` */
export function saveProfile(tx: Tx, ctx: SessionCtx, command: Command): Promise<{ revision: number }> {
  const { schoolId } = ctx.school
  return recordOnce(tx, ctx, command, async (asked) => {
    const student = command.begin ? await begin(tx, ctx, command) : await lockStudent(tx, schoolId, command.student_id)
    const revision = await recordRevision(tx, schoolId, student.id)
    if (revision !== command.revision) throw new AppError('student.changed')
    const ofChild = command.identity ? await setIdentity(tx, ctx, student, command.identity) : []
    const guardians = command.guardians && (await readGuardians(tx, schoolId, command.guardians))
    const ofGuardians = guardians ? await setGuardians(tx, { schoolId, studentId: student.id }, guardians) : []
    // A new file's content is its record; nothing changed before.
    const changes = command.begin ? [plain('begun')] : [...ofChild, ...ofGuardians]
    await addChange(tx, { ...asked, studentId: student.id, revision: revision + 1, changes })
    const facts = { count: changes.length }
    await recordAuditEvent(tx, ctx, command.begin ? 'student-begun' : 'student-record', { about: student.id, facts })
    return { revision: revision + 1 }
  })
}

/** Erases an unused file created by staff, once. @throws as documented in `eraseStudentProfile` */
export async function eraseProfile(
  tx: Tx,
  ctx: SessionCtx,
  command: z.output<typeof eraseStudentProfile.body>,
): Promise<void> {
  const { schoolId } = ctx.school
  await recordOnce(tx, ctx, command, async (asked) => {
    const student = await lockStudent(tx, schoolId, command.student_id)
    const revision = await recordRevision(tx, schoolId, student.id)
    if (revision !== command.revision) throw new AppError('student.changed')
    if (!(await isEmpty(tx, student))) throw new AppError('student.has-history')
    await eraseUntouched(tx, student)
    await addChange(tx, { ...asked, studentId: student.id, revision: revision + 1, changes: [plain('erased')] })
    await forgetRecord(tx, schoolId, student.id, asked.id)
    await recordAuditEvent(tx, ctx, 'student-erased', { about: student.id, facts: {} })
    return { revision: revision + 1 }
  })
}

const plain = (field: 'begun' | 'erased') => ({ of: null, name: null, field, from: null, to: null })

async function isEmpty(tx: Tx, student: StudentFound): Promise<boolean> {
  const { schoolId, id } = student
  if (!(await isUntouched(tx, student))) return false
  const { files, actions } = await filesAndActions(tx, schoolId, id)
  const written = [...(await notesOf(tx, schoolId, id)), ...(await tasksOf(tx, schoolId, id))]
  return files.length + actions.length + written.length === 0
}

type Params = Omit<ChangeRow, 'studentId' | 'revision' | 'changes'>

/** Runs a command on a record once. @returns the revision that it made */
function recordOnce(
  tx: Tx,
  { deps, school: { schoolId }, session }: SessionCtx,
  command: { commandId: string },
  work: (asked: Params) => Promise<{ revision: number }>,
): Promise<{ revision: number }> {
  const id = command.commandId
  const at = toInstant(deps.clock.nowMs())
  const { userId: byUser } = session.user
  return changeOnce(tx, { schoolId, id, asked: command }, (askedHash) => work({ schoolId, id, byUser, askedHash, at }))
}

/** Creates the file. @throws AppError request.invalid */
async function begin(tx: Tx, { deps, school, session }: SessionCtx, { student_id: id, begin: of, identity }: Command) {
  if (!of || !identity) throw new AppError('request.invalid', { field: 'identity' })
  const by = { byUser: session.user.userId, nowMs: deps.clock.nowMs(), random: deps.random }
  return createStudent(tx, { schoolId: school.schoolId, id, language: of.language, ...by })
}

async function setIdentity(tx: Tx, ctx: SessionCtx, student: StudentFound, wanted: RecordIdentity): Promise<Changes> {
  const changes = changedFields(identityFields, identityOf(student), wanted)
  if (changes.length === 0) return []
  if (wanted.nameLatin === null && wanted.nameArabic === null)
    throw new AppError('request.invalid', { field: 'identity.nameLatin' })
  const isMoved = changes.some(({ field }) => field === 'grade' || field === 'entryYear')
  const placed = isMoved ? await setPlace(tx, ctx, student, wanted) : student
  await updateStudent(tx, placed, { ...wanted, ...foundBy({ ...wanted, reference: student.reference }) })
  return changes.map((each) => ({ of: null, name: null, ...each }))
}

/**
 * Sets the placement; it cannot be cleared, since a seat or a waiting list may depend on it. @throws AppError request.invalid,
 * student.seat-held
 */
async function setPlace(
  tx: Tx,
  ctx: SessionCtx,
  student: StudentFound,
  { entryYear, grade }: RecordIdentity,
): Promise<StudentFound> {
  if (entryYear === null || grade === null) {
    if (student.entryYear !== null && student.grade !== null)
      throw new AppError('request.invalid', { field: 'identity.grade' })
    await requireNoSeat(tx, student)
    return student
  }
  const { deps, school, session } = ctx
  const nowMs = deps.clock.nowMs()
  const when = { nowMs, today: businessDay(nowMs, school.timeZone, 0), random: deps.random }
  const by = { schoolId: school.schoolId, userId: session.user.userId, roles: session.roles, ...when }
  return moveToPlace(tx, { ...by, mail: ctx }, student, {
    campus: student.campus,
    stream: student.stream,
    entryYear,
    grade,
  })
}

/** Normalises phone numbers for dialling. @throws AppError request.invalid */
async function readGuardians(tx: Tx, schoolId: string, guardians: readonly Guardian[]): Promise<Guardian[]> {
  const country = homeCountry((await readSchool(tx, schoolId)).currency)
  return guardians.map((guardian, at) => {
    if (guardian.nameLatin === null && guardian.nameArabic === null)
      throw new AppError('request.invalid', { field: `guardians.${at}.nameLatin` })
    if (guardian.phone === null) return guardian
    const read = parsePhone(guardian.phone, country)
    if (!('e164' in read)) throw new AppError('request.invalid', { field: `guardians.${at}.phone` })
    return { ...guardian, phone: read.e164 }
  })
}
