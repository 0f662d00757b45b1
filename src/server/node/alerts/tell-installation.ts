import { randomUUID } from 'node:crypto'
import { wordInMail } from '#server/features/mail/mail.service.ts'
import { beginAlert, endAlerts } from '#server/features/school/copies/installation-alert.service.ts'
import { installationId, type Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { type Instant, toInstant } from '#shared/kernel/time.ts'

/** What is looked at together: of its causes one stands at a time, or none. */
export interface Topic {
  /** School that it is about; absent for the installation itself. */
  readonly schoolId?: string
  readonly causes: readonly string[]
  /** What is wrong now; undefined where all is well. */
  readonly cause: string | undefined
  /** Key in `alert` of the words before `value`, e.g. "Newest verified copy:". */
  readonly factKey: string
  readonly value: string
}

const languages = ['en', 'ar'] as const

/**
 * Mails the people of the installation once when something is wrong, and once when nothing of its topic is any more. Rejects when a mail does
 * not leave; the transaction is undone then, and the next round tries again.
 */
export async function tellInstallation(tx: Tx, deps: Deps, to: readonly string[], topic: Topic): Promise<void> {
  const { causes, cause, schoolId = installationId } = topic
  const now: Instant = toInstant(deps.clock.nowMs())
  const [ended] = await endAlerts(tx, schoolId, { causes, still: cause, now })
  if (ended !== undefined && cause === undefined) await send(deps, to, `${ended}-over`, topic)
  if (cause !== undefined && (await beginAlert(tx, schoolId, cause, now))) await send(deps, to, cause, topic)
}

async function send(deps: Deps, to: readonly string[], key: string, { factKey, value }: Topic) {
  const { mailer, settings } = deps
  const link = settings.publicUrl === undefined ? '' : `\n\n${settings.publicUrl}`
  const sayIn = (language: (typeof languages)[number]) => ({
    subject: wordInMail(language, `alert.${key}.subject`),
    text: `${wordInMail(language, `alert.${key}.text`)}\n${wordInMail(language, `alert.${factKey}`)} ${value}`,
  })
  const texts = languages.map(sayIn)
  const subject = texts.map((each) => each.subject).join(' · ')
  const text = `${texts.map((each) => each.text).join('\n\n')}${link}\n`
  const html = `<pre dir="auto" style="font: inherit; white-space: pre-wrap">${text.replace(/[&<>]/g, '')}</pre>`
  for (const address of to)
    await mailer?.send({ id: randomUUID(), fromName: 'Bawaba', to: address, subject, text, html })
}
