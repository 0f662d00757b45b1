import type { z } from 'zod'
import { foundBy } from '#server/features/students/student.service.ts'
import { students } from '#server/features/students/student.table.ts'
import { studentChanges } from '#server/features/students/student-change.table.ts'
import { type StudentFilter, studentList } from '#shared/admissions/student.contract.ts'
import { studentData, studentUpdate } from '#shared/admissions/student-file.contract.ts'
import { SignedIn } from '#shared/identity/auth.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { makeReference, referenceBytes } from '#shared/kernel/text/reference-number.rules.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import { type StudentStatus, studentStatuses } from '#shared/students/student-status.rules.ts'
import { seededRandom } from '#tests/support/devices/test-surroundings.ts'
import { makeUser, password, type TestSchool } from '#tests/support/factories.ts'
import { type Box, type Caller, call } from '#tests/support/server.ts'

type NewStudent = Partial<typeof students.$inferInsert>
export type MadeStudent = typeof students.$inferSelect

const given = ['Sara', 'Mohammed', 'Layla', 'Omar', 'Noor']
const givenArabic = ['سارة', 'محمد', 'ليلى', 'عمر', 'نور']
const families = ['Al-Kuwari', 'Haddad', 'Nair', 'El-Masri']
const familiesArabic = ['الكواري', 'حداد', 'ناير', 'المصري']

/** Students made up from a seed: equal names, days and instants on purpose, and gaps where families left them. */
export async function makeStudents(
  box: Box,
  { schoolId }: TestSchool,
  count: number,
  of: (no: number) => NewStudent = () => ({}),
): Promise<MadeStudent[]> {
  const random = seededRandom(count * 31 + 7)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random.float() * list.length)] as T
  const nowMs = box.clock.nowMs()
  const rows = Array.from({ length: count }, (_, no): typeof students.$inferInsert => {
    const [first, last] = [pick([0, 1, 2, 3, 4]), pick([0, 1, 2, 3])]
    const daysAgo = Math.floor(random.float() * 20)
    const row = {
      schoolId,
      id: uuidv7(nowMs - 60 * dayMs, random),
      reference: makeReference(random.bytes(referenceBytes)),
      origin: 'import' as const,
      nameLatin: pick([`${given[first]} ${families[last]}`, `${given[first]} ${families[last]}`, null]),
      nameArabic: `${givenArabic[first]} ${familiesArabic[last]}`,
      birthDate: pick(['2024-02-29', '2022-09-01', null]),
      nationality: pick(['QA', 'IN', 'EG', null]),
      entryYear: pick([2030, 2031, null]),
      grade: pick(['KG1', '1', '10', '2', null]),
      source: pick(['web', 'friend', null]),
      language: pick(['en', 'ar'] as const),
      status: pick<StudentStatus>(studentStatuses),
      statusSince: toInstant(nowMs - daysAgo * dayMs),
      nextActionOn: pick(['2030-03-01', '2030-03-04', null]),
      appliedAt: toInstant(nowMs - (20 + Math.floor(random.float() * 10)) * dayMs),
      revision: 1,
      ...of(no),
    }
    return { ...row, ...foundBy(row) }
  })
  return box.db.database.tenant(schoolId, async (tx) => {
    const made = await tx.insert(students).values(rows).returning()
    const first = made.map(({ id, status, appliedAt }) => ({
      schoolId,
      id: crypto.randomUUID(),
      studentId: id,
      revision: 1,
      toStatus: status,
      mover: 'family' as const,
      decidedAt: appliedAt,
      recordedAt: appliedAt,
    }))
    await tx.insert(studentChanges).values(first)
    return made
  })
}

/** Somebody of the staff, signed in at a desk. */
export async function signInAs(box: Box, school: TestSchool, userName: string, roles: Role[]) {
  const userId = await makeUser(box, school, userName, roles)
  const { body } = await call(box.app, { school: school.code }, login, { userName, password })
  return { userId, school: school.code, token: SignedIn.parse(body).token }
}

type ListRequest = Omit<z.input<typeof studentList.body>, 'filter'> & { filter?: StudentFilter }

export async function listStudents(box: Box, caller: Caller, asked: ListRequest = {}) {
  const { status, body } = await call(box.app, caller, studentList, asked)
  if (status !== 200) throw new Error(`the list was refused: ${JSON.stringify(body)}`)
  return studentList.reply.parse(body)
}

type Command = z.input<typeof studentUpdate.body>

/** A command of somebody who has seen this student: every call makes another one. */
export const commandOn = (
  { id, revision }: Pick<MadeStudent, 'id' | 'revision'>,
  change: Command['change'],
  more: Partial<Command> = {},
): Command => ({
  student_id: id,
  commandId: OpId.parse(crypto.randomUUID()),
  revision,
  decidedAt: '2030-03-03T05:00:00.000Z',
  change,
  ...more,
})

/** Sends a command and says in short what came of it: the new revision, or the message of the refusal. */
export async function decide(box: Box, caller: Caller, command: Command) {
  const { status, body } = await call(box.app, caller, studentUpdate, command)
  if (status !== 200) return { refused: String(body.messageId), field: body.field, status }
  return studentUpdate.reply.parse(body)
}

/** The file as somebody sees it. */
export async function fileOf(box: Box, caller: Caller, studentId: string) {
  const { status, body } = await call(box.app, caller, studentData, { student_id: studentId })
  if (status !== 200) throw new Error(`the file was refused: ${JSON.stringify(body)}`)
  return studentData.reply.parse(body)
}

/** One student who stands there, with nothing missing. */
export async function makeStudent(box: Box, school: TestSchool, more: NewStudent = {}): Promise<MadeStudent> {
  const complete = { status: 'new' as const, birthDate: '2024-02-29', grade: 'KG1', entryYear: 2030 }
  const [made] = await makeStudents(box, school, 1, () => ({ ...complete, id: crypto.randomUUID(), ...more }))
  if (!made) throw new Error('nobody was made')
  return made
}
