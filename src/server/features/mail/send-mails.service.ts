import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { describeFailure } from '#server/http/describe-failure.ts'
import { type Deps, MailRefused } from '#server/kernel/deps.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { hourMs, minuteMs, toInstant } from '#shared/kernel/time.ts'
import { mails } from './mail.table.ts'
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

/**
 * Sends the school's due emails, one after the other. Each is first claimed in a transaction of its own, so that only one of
 * several servers sends it, and no transaction is open during slow deliveries. If a server dies meanwhile, the email is sent
 * again: rather twice than never. @returns how many were sent
 */
export async function deliverDue(deps: Deps, school: SendingSchool, isStopping = () => false): Promise<number> {
  let sent = 0
  while (!isStopping()) {
    const mail = await takeNext(deps, school.schoolId)
    if (!mail) break
    if (await deliver(deps, school, mail)) sent += 1
  }
  return sent
}

function takeNext({ db, clock }: Deps, schoolId: string): Promise<MailRow | undefined> {
  return db.tenant(schoolId, async (tx) => {
    const nowMs = clock.nowMs()
    const [due] = await tx
      .select({ id: mails.id })
      .from(mails)
      .where(and(eq(mails.schoolId, schoolId), eq(mails.state, 'queued'), lte(mails.nextAt, toInstant(nowMs))))
      .orderBy(asc(mails.nextAt))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!due) return undefined
    const [taken] = await tx
      .update(mails)
      .set({ attempts: sql`${mails.attempts} + 1`, nextAt: toInstant(nowMs + leaseMs) })
      .where(and(eq(mails.schoolId, schoolId), eq(mails.id, due.id)))
      .returning()
    return taken
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

/** Sends queued emails until stopped. */
export interface MailSending {
  /** Starts no further email, and waits for the current one. */
  stop(): Promise<void>
}

/** Longest delay of a queued email. */
const everyMs = 2000

/** Sends the emails of all schools, round after round. A failing round is logged and followed by the next. */
export function sendMails(deps: Deps, schools: () => Promise<readonly SendingSchool[]>): MailSending {
  let stopping = false
  let wake = () => undefined as void
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, everyMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const round = async () => {
    for (const school of await schools()) await deliverDue(deps, school, () => stopping)
  }
  const running = (async () => {
    while (!stopping) {
      await round().catch((error: unknown) => deps.log.error(describeFailure(error), 'mails can not be sent now'))
      if (!stopping) await pause()
    }
  })()
  return {
    stop: async () => {
      stopping = true
      wake()
      await running
    },
  }
}
