import { and, asc, eq, gt, lte } from 'drizzle-orm'
import { filesOfChild } from '#server/features/admissions/file/student-place.service.ts'
import { lockStudent } from '#server/features/admissions/file/student-row.service.ts'
import {
  type LetterReaders,
  letterReaders,
  linkToLetter,
} from '#server/features/admissions/offers/offer-mail.service.ts'
import { activeOffer } from '#server/features/admissions/offers/offer-read.service.ts'
import { messageFacts } from '#server/features/admissions/transitions/message-facts.service.ts'
import { hasAccount } from '#server/features/identity/sessions/family-role.service.ts'
import { type PaperSchool, paperSchool } from '#server/features/letters/templates/letter-school.service.ts'
import { type MailCtx, ownAddress, queueMail } from '#server/features/mail/mail.service.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import type { Tx } from '#server/kernel/db.ts'
import { contradictsOffer } from '#shared/admissions/family-message.rules.ts'
import { type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { isLinked, letterLinkMark } from '#shared/kernel/letter/letter-link.rules.ts'
import { businessDay, toInstant } from '#shared/kernel/time.ts'
import type { MessageFinding } from '#shared/messaging/student-message.contract.ts'
import { fillMessage, type MessageStudent } from './fill-message.ts'
import { studentMessages } from './message.table.ts'
import { findMessage, type MessageRow, setMessage } from './message-row.service.ts'
import { type TextInForce, textFor } from './message-text.service.ts'

type Student = Awaited<ReturnType<typeof lockStudent>>

/** Batch size of a look-up; each message has a transaction of its own. */
const batch = 100

/**
 * Sends due messages of one school: each under its student's lock and checked again there, so that several servers may work at
 * once and a concurrent decision comes entirely before or after. @returns how many were sent
 */
export async function sendDueMessages(mail: MailCtx, isStopping = () => false): Promise<number> {
  const { deps, school } = mail
  let sent = 0
  let after: string | undefined
  do {
    const found = await deps.db.tenant(school.schoolId, (tx) => dueMessages(tx, mail, after))
    for (const { id, studentId } of found) {
      if (isStopping()) return sent
      if (await sendOne(mail, id, studentId)) sent += 1
    }
    after = found.length < batch ? undefined : found.at(-1)?.id
  } while (after !== undefined)
  return sent
}

const dueMessages = (tx: Tx, { deps, school }: MailCtx, after: string | undefined) =>
  tx
    .select({ id: studentMessages.id, studentId: studentMessages.studentId })
    .from(studentMessages)
    .where(
      and(
        eq(studentMessages.schoolId, school.schoolId),
        eq(studentMessages.state, 'waiting'),
        lte(studentMessages.dueAt, toInstant(deps.clock.nowMs())),
        after === undefined ? undefined : gt(studentMessages.id, after),
      ),
    )
    .orderBy(asc(studentMessages.id))
    .limit(batch)

async function sendOne(mail: MailCtx, id: string, studentId: string): Promise<boolean> {
  const { deps, school } = mail
  try {
    return await deps.db.tenant(school.schoolId, async (tx) => {
      const student = await lockStudent(tx, school.schoolId, studentId)
      const row = await findMessage(tx, school.schoolId, id)
      const isDue = row?.state === 'waiting' && row.dueAt <= toInstant(deps.clock.nowMs())
      if (!row || !isDue) return false
      return (await sendMessage(tx, mail, { student, row, settledBy: null })).state === 'sent'
    })
  } catch (error) {
    deps.log.error(describeFailure(error), 'a message to a family can not be sent now')
    return false
  }
}

interface Sending {
  /** Locked. */
  student: Student
  row: MessageRow
  settledBy: { userId: UserId; reason: string; commandId: string } | null
}

/**
 * Queues the emails of a message, each in its reader's language, with the row that records them: both or neither. With a blocker
 * the message keeps waiting, with a finding for staff. @returns the updated row
 */
export async function sendMessage(tx: Tx, mail: MailCtx, { student, row, settledBy }: Sending): Promise<MessageRow> {
  const { deps, school } = mail
  const nowMs = deps.clock.nowMs()
  const origin = ownAddress(mail) || row.origin
  const paper = await paperSchool(tx, row.schoolId)
  const told = { ...student, ...(await messageFacts(tx, student)) }
  const readers = await letterReaders(tx, row.schoolId, student.id)
  const unknown = student.status === 'confirmed' ? await withoutAccount(tx, row) : new Set<string>()
  const { text, mails } = await written(tx, { row, origin, paper, student: told, readers, unknown, nowMs })
  const finding = await findingOf(tx, student, row, mails)
  if (finding) return setMessage(tx, row, { finding })
  const recipients = []
  for (const { recipient, letter } of mails) {
    const mailId = uuidv7(nowMs, deps.random)
    const { email: to, language } = recipient
    const said = { subject: letter.title, letter: JSON.stringify(letter) }
    const path = readers && isLinked(said) ? await linkToLetter(tx, { mail, nowMs }, readers, to) : undefined
    const params = path === undefined ? said : { ...said, path }
    const whom = { id: mailId, to, language, studentId: student.id }
    await queueMail(tx, { deps, school, origin }, { ...whom, template: 'school-message', params })
    recipients.push({ ...recipient, mailId })
  }
  return setMessage(tx, row, {
    recipients,
    state: 'sent',
    finding: null,
    textVersion: text.version,
    settledAt: toInstant(nowMs),
    settledBy: settledBy?.userId ?? null,
    reason: settledBy?.reason ?? null,
    commandId: settledBy?.commandId ?? null,
  })
}

interface Writing {
  row: MessageRow
  origin: string
  paper: PaperSchool
  student: MessageStudent
  readers: LetterReaders | undefined
  /** Addresses without an account that could have one. */
  unknown: ReadonlySet<string>
  nowMs: number
}

/**
 * Fills the text of when it was planned; the latest where that one uses unknown values, since the school may have corrected it.
 */
async function written(tx: Tx, writing: Writing) {
  const { schoolId, event, textVersion } = writing.row
  const planned = await textFor(tx, schoolId, event, textVersion)
  const mails = letters(planned, writing)
  if (mails.every(({ missing }) => missing.length === 0)) return { text: planned, mails }
  const latest = await textFor(tx, schoolId, event)
  return { text: latest, mails: letters(latest, writing) }
}

function letters({ text }: TextInForce, { row, origin, paper, student, readers, unknown, nowMs }: Writing) {
  const today = businessDay(nowMs, paper.timeZone, 0)
  return row.recipients.map((recipient) => ({
    recipient,
    ...fillMessage(text, {
      school: paper,
      origin,
      today,
      student,
      to: {
        ...recipient,
        letterLink: readers?.signers.has(recipient.email.toLowerCase()) ? letterLinkMark : null,
        signUp: unknown.has(recipient.email) ? `${origin}/sign-up?lng=${recipient.language}` : null,
      },
    }),
  }))
}

async function withoutAccount(tx: Tx, { schoolId, recipients }: MessageRow): Promise<Set<string>> {
  const unknown = new Set<string>()
  for (const { email } of recipients) if (!(await hasAccount(tx, schoolId, email.toLowerCase()))) unknown.add(email)
  return unknown
}

async function findingOf(
  tx: Tx,
  student: Student,
  { event }: MessageRow,
  mails: ReturnType<typeof letters>,
): Promise<MessageFinding | undefined> {
  if (mails.length === 0) return { kind: 'no-address' }
  const [field] = mails.flatMap(({ missing }) => missing)
  if (field) return { kind: 'missing', field }
  if (!contradictsOffer(event)) return undefined
  for (const id of await filesOfChild(tx, student))
    if (await activeOffer(tx, student.schoolId, id)) return { kind: 'holds-offer' }
  return undefined
}
