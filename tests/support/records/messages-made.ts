import { submissions } from '#server/features/forms/form.table.ts'
import { studentMessages as table } from '#server/features/messaging/message.table.ts'
import { type MessageRow } from '#server/features/messaging/message-row.service.ts'
import { DeviceId, OpId } from '#shared/kernel/fields.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { decideMessage, studentMessages } from '#shared/messaging/student-message.contract.ts'
import { mailRows } from '#tests/support/account-kit.ts'
import type { TestSchool } from '#tests/support/factories.ts'
import { publish, testForm } from '#tests/support/forms/test-form.ts'
import { type Box, type Caller, call } from '#tests/support/server.ts'
import { type MadeStudent, makeStudent } from './students-made.ts'

interface Guardian {
  email: string
  language?: 'en' | 'ar'
  may_sign?: boolean
  name?: string
}

let families = 0

/** A child of an application that names these guardians; without any, one English-speaking mother of her own address. */
export async function makeApplicant(
  box: Box,
  school: TestSchool,
  more: Parameters<typeof makeStudent>[2] = {},
  guardians?: readonly Guardian[],
): Promise<{ student: MadeStudent; email: string }> {
  families += 1
  const named = guardians ?? [{ email: `family${families}@home.example` }]
  const { schoolId } = school
  const id = crypto.randomUUID()
  if (families === 1 || !(await isPublished(box, schoolId))) await publish(box, school, testForm(), 'test-family')
  const at = toInstant(box.clock.nowMs())
  await box.db.owner.insert(submissions).values({
    schoolId,
    id,
    reference: `F${families}`,
    slug: 'test-family',
    version: 1,
    purpose: 'admission',
    answers: { guardians: named.map((each) => ({ name: 'Hind', may_sign: true, language: 'en', ...each })) },
    language: 'en',
    channel: 'public',
    senderId: DeviceId.parse(crypto.randomUUID()),
    startedAt: at,
    receivedAt: at,
    flags: [],
  })
  const student = await makeStudent(box, school, { submissionId: id, place: 0, nameLatin: 'Sara', ...more })
  return { student, email: named[0]?.email ?? '' }
}

const isPublished = async (box: Box, schoolId: string) =>
  (await box.db.owner.select().from(submissions)).some((row) => row.schoolId === schoolId)

/** Every mail in the school's own words to one address, the latest first. */
export const toldBy = async (box: Box, email: string) =>
  (await mailRows(box)).filter(({ recipient, template }) => recipient === email && template === 'school-message')

/** The messages about one student, in the order in which they were written. */
export const messageRows = async (box: Box, studentId: string): Promise<MessageRow[]> =>
  (await box.db.owner.select().from(table).orderBy(table.madeAt)).filter((row) => row.studentId === studentId)

export const messagesSeen = async (box: Box, caller: Caller, studentId: string) => {
  const { body } = await call(box.app, caller, studentMessages, { student_id: studentId })
  return studentMessages.reply.parse(body).messages
}

/** Stops or sends a message: how it stands then, or the message of the refusal. */
export async function decideOn(
  box: Box,
  caller: Caller,
  messageId: string,
  deed: 'stop' | 'send',
  commandId = crypto.randomUUID(),
) {
  const asked = { messageId, deed, reason: 'The head asked', commandId: OpId.parse(commandId) }
  const { status, body } = await call(box.app, caller, decideMessage, asked)
  return status === 200 ? decideMessage.reply.parse(body).message : { refused: body['messageId'], status }
}
