import { and, desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { lockStudent } from '#server/features/admissions/file/student-row.service.ts'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { mailStates, noMail } from '#server/features/mail/mail.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { decideMessage, StudentMessage } from '#shared/messaging/student-message.contract.ts'
import { studentMessages } from './message.table.ts'
import { findMessage, type MessageRow, setMessage } from './message-row.service.ts'
import { sendMessage } from './message-send.service.ts'

/** Lists messages to a student's family, newest first. */
export async function messagesOf(tx: Tx, schoolId: string, studentId: string): Promise<StudentMessage[]> {
  const rows = await tx
    .select()
    .from(studentMessages)
    .where(and(eq(studentMessages.schoolId, schoolId), eq(studentMessages.studentId, studentId)))
    .orderBy(desc(studentMessages.madeAt), desc(studentMessages.id))
    .limit(200)
  return messageView(tx, schoolId, rows)
}

/** Maps messages for staff, with the delivery of their emails. */
export async function messageView(tx: Tx, schoolId: string, rows: readonly MessageRow[]): Promise<StudentMessage[]> {
  const mailIds = rows.flatMap(({ recipients }) => recipients.flatMap(({ mailId }) => mailId ?? []))
  const states = await mailStates(tx, schoolId, mailIds)
  const settlers = rows.flatMap(({ settledBy }) => settledBy ?? [])
  const staff = await findPeople(tx, schoolId, settlers)
  return rows.map(({ recipients, settledBy, ...row }) => ({
    id: row.id,
    studentId: row.studentId,
    event: row.event,
    state: row.state,
    madeAt: row.madeAt,
    dueAt: row.dueAt,
    recipients: recipients.map(({ mailId, ...to }) => ({
      ...to,
      ...((mailId && states.get(mailId)) || noMail),
    })),
    finding: row.finding,
    textVersion: row.textVersion,
    settledAt: row.settledAt,
    settledBy: settledBy && { userId: settledBy, name: staff.get(settledBy)?.name ?? { en: '–', ar: '–' } },
    reason: row.reason,
  }))
}

type Params = z.output<typeof decideMessage.body>

/**
 * Stops or sends a message under its student's lock. @throws AppError request.not-found, message.over
 */
export async function executeMessageCommand(tx: Tx, ctx: SessionCtx, asked: Params): Promise<StudentMessage> {
  const { schoolId } = ctx.school
  const found = await findMessage(tx, schoolId, asked.messageId)
  if (!found) throw new AppError('request.not-found')
  const student = await lockStudent(tx, schoolId, found.studentId)
  const row = (await findMessage(tx, schoolId, found.id)) ?? found
  const changed = row.commandId === asked.commandId ? row : await settle(tx, ctx, { student, row, asked })
  const [seen] = await messageView(tx, schoolId, [changed])
  if (!seen) throw new Error('a message that was read is not there')
  return seen
}

async function settle(
  tx: Tx,
  ctx: SessionCtx,
  { student, row, asked }: { student: Awaited<ReturnType<typeof lockStudent>>; row: MessageRow; asked: Params },
): Promise<MessageRow> {
  const { commandId, reason, deed } = asked
  const { userId } = ctx.session.user
  const isOpen = row.state === 'waiting' || (deed === 'send' && row.state === 'stopped')
  if (!isOpen) throw new AppError('message.over')
  const about = { about: row.studentId, facts: { event: row.event } }
  if (deed === 'stop') {
    await recordAuditEvent(tx, ctx, 'message-stopped', about)
    const settledAt = toInstant(ctx.deps.clock.nowMs())
    return setMessage(tx, row, { state: 'stopped', settledAt, settledBy: userId, reason, commandId })
  }
  const sent = await sendMessage(tx, ctx, { student, row, settledBy: { userId, reason, commandId } })
  if (sent.state === 'sent') await recordAuditEvent(tx, ctx, 'message-sent', about)
  return sent
}
