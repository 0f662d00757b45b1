import { and, asc, eq, inArray, lte, min, notInArray, sql } from 'drizzle-orm'
import { readSchool } from '#server/features/school/school.service.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { DueWork } from '#server/kernel/due-work.ts'
import { MailRefused } from '#server/kernel/outside/mailer.ts'
import { keepDoingForSchools, type Running } from '#server/kernel/rounds.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { fromInstant, hourMs, minuteMs, toInstant } from '#shared/kernel/time.ts'
import { linkAddress } from '#shared/school/school-address.rules.ts'
import { mails } from './mail.table.ts'
import { bulkTemplate, urgentTemplates } from './mail-templates.ts'
import { withoutSecrets } from './mail.view.ts'
import { writtenMail } from './written-mail.ts'

type MailRow = typeof mails.$inferSelect

interface SendingSchool {
  readonly schoolId: string
  readonly name: Bilingual
}

/** Lease of a server sending an email. A conversation with the mail server ends long before. */
const leaseMs = 5 * minuteMs
const maxAttempts = 10

/** Returns the pause before a retry: half a minute, doubling, two hours at most; about eight hours in all. */
export const pauseAfter = (attempts: number): number => Math.min(2 * hourMs, 30_000 * 2 ** (attempts - 1))

interface Turn {
  isStopping?: () => boolean
  /** Urgent emails alone, or all others alone; without it all. */
  isUrgent?: boolean
  atMost?: number
}

/**
 * Sends the school's due emails, one after the other. Each is first claimed in a transaction of its own, so that only one of
 * several servers sends it, and no transaction is open during slow deliveries. If a server dies meanwhile, the email is sent
 * again: rather twice than never. @returns how many were sent, and whether the turn ended before the emails did
 */
export async function deliverDue(
  deps: Deps,
  school: SendingSchool,
  { isStopping = () => false, isUrgent, atMost = Infinity }: Turn = {},
): Promise<{ sent: number; isMore: boolean }> {
  let sent = 0
  for (let tried = 0; !isStopping(); tried += 1) {
    if (tried >= atMost) return { sent, isMore: true }
    const mail = await takeNext(deps, school.schoolId, isUrgent)
    if (!mail) break
    if (await deliver(deps, school, mail)) sent += 1
  }
  return { sent, isMore: false }
}

function takeNext(
  { db, clock, settings: { publicUrl } }: Deps,
  schoolId: string,
  isUrgent: boolean | undefined,
): Promise<MailRow | undefined> {
  const ofClass =
    isUrgent === undefined ? undefined : (isUrgent ? inArray : notInArray)(mails.template, [...urgentTemplates])
  return db.tenant(schoolId, async (tx) => {
    const nowMs = clock.nowMs()
    const [due] = await tx
      .select({ id: mails.id })
      .from(mails)
      .where(and(eq(mails.schoolId, schoolId), eq(mails.state, 'queued'), lte(mails.nextAt, toInstant(nowMs)), ofClass))
      .orderBy(asc(eq(mails.template, bulkTemplate)), asc(mails.nextAt))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!due) return undefined
    const [taken] = await tx
      .update(mails)
      .set({ attempts: sql`${mails.attempts} + 1`, nextAt: toInstant(nowMs + leaseMs) })
      .where(and(eq(mails.schoolId, schoolId), eq(mails.id, due.id)))
      .returning()
    // Written before the server had a public address, its links would lead to where its causing caller stood then.
    if (!taken || publicUrl === undefined) return taken
    return { ...taken, origin: linkAddress(await readSchool(tx, schoolId), publicUrl) }
  })
}

async function deliver(deps: Deps, { schoolId, name }: SendingSchool, mail: MailRow): Promise<boolean> {
  const { id, template, attempts } = mail
  try {
    const { fromName, subject, text, html } = writtenMail(mail, name)
    await deps.mailer?.send({ id, fromName, to: mail.recipient, subject, text, html })
  } catch (error) {
    const isRefused = error instanceof MailRefused
    const isOver = isRefused || attempts >= maxAttempts
    const failure = isRefused ? 'refused' : 'unreachable'
    const nextAt = toInstant(deps.clock.nowMs() + pauseAfter(attempts))
    await settle(
      deps,
      schoolId,
      mail,
      isOver ? { state: 'failed', failure, params: withoutSecrets(mail).params } : { nextAt },
    )
    // Without the message: mail servers repeat the address in it.
    const why = { ...describeFailure(error), message: undefined }
    deps.log.warn({ mailId: id, template, attempts, ...why }, isOver ? 'mail given up' : 'mail not sent yet')
    return false
  }
  const sentAt = toInstant(deps.clock.nowMs())
  await settle(deps, schoolId, mail, { state: 'sent', sentAt, params: withoutSecrets(mail).params })
  deps.log.info({ mailId: id, template, attempts }, 'mail sent')
  return true
}

/** Stores the result of a try, unless another server has taken over the email since. */
function settle({ db }: Deps, schoolId: string, { id, attempts }: MailRow, end: Partial<MailRow>) {
  return db.tenant(schoolId, (tx) =>
    tx
      .update(mails)
      .set(end)
      .where(and(eq(mails.schoolId, schoolId), eq(mails.id, id), eq(mails.attempts, attempts))),
  )
}

/** Longest delay of a queued email. */
const everyMs = 2000
/** Emails of one school in a turn; the next turn begins once the other schools had theirs. */
const perTurn = 5
/** Schools whose emails are sent at once. */
const lanes = 4

/**
 * Sends the emails of all schools in turns until stopped: codes and links that somebody waits for by themselves, so that they never
 * stand behind messages to many. Stopping starts no further email and waits for those on their way.
 */
export function sendMails(deps: Deps, due: DueWork): Running {
  const send = (kind: 'mail' | 'mail-urgent'): Running =>
    keepDoingForSchools({
      kind,
      due,
      everyMs,
      lanes,
      work: async (_id, isStopping, school) => {
        const tried = await deliverDue(deps, school, { isStopping, isUrgent: kind === 'mail-urgent', atMost: perTurn })
        return tried.isMore ? 'more' : undefined
      },
      nextInMs: (schoolId) => nextMail(deps, schoolId),
      onFailure: (error) => deps.log.error(describeFailure(error), 'mails can not be sent now'),
    })
  const running = [send('mail-urgent'), send('mail')]
  return { stop: async () => void (await Promise.all(running.map((one) => one.stop()))) }
}

/** Returns the time until the next email of a school is due; undefined where none waits. */
async function nextMail({ db, clock }: Deps, schoolId: string): Promise<number | undefined> {
  const [row] = await db.tenant(schoolId, (tx) =>
    tx
      .select({ nextAt: min(mails.nextAt) })
      .from(mails)
      .where(and(eq(mails.schoolId, schoolId), eq(mails.state, 'queued'))),
  )
  const nextAt = row?.nextAt ?? null
  return nextAt === null ? undefined : Math.max(0, fromInstant(nextAt) - clock.nowMs())
}
