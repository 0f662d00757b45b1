import { randomUUID } from 'node:crypto'
import { wordInMail } from '#server/features/mail/mail.service.ts'
import { backupAlert } from '#server/features/school/copies/backup-alert.service.ts'
import { beginAlert, endAlerts } from '#server/features/school/copies/installation-alert.service.ts'
import { readBackupState } from '#server/features/school/copies/backup-copy.service.ts'
import { installationId } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { toInstant } from '#shared/kernel/time.ts'

interface Judged {
  maxAgeHours: number
  isScheduled: boolean
  sinceMs: number
}

const languages = ['en', 'ar'] as const

/**
 * Mails the people of the installation about the copies: once when something is wrong, and once when it is over. A mail that does not leave
 * is tried again in the next round.
 */
export async function tellAlerts(deps: Deps, to: readonly string[], judged: Judged): Promise<void> {
  const nowMs = deps.clock.nowMs()
  const now = toInstant(nowMs)
  await deps.db.tenant(installationId, async (tx) => {
    const state = await readBackupState(tx)
    const cause = backupAlert(state, { ...judged, nowMs })
    const asOf = state.verified?.dataAsOf
    const copied = asOf ? toInstant(Date.parse(asOf)) : undefined
    for (const ended of await endAlerts(tx, cause, now)) await send(deps, to, `${ended}-over`, copied)
    if (cause !== undefined && (await beginAlert(tx, cause, now))) await send(deps, to, cause, copied)
  })
}

async function send({ mailer, settings }: Deps, to: readonly string[], key: string, copied: string | undefined) {
  const address = settings.publicUrl === undefined ? '' : `\n\n${settings.publicUrl}`
  const sayIn = (language: (typeof languages)[number]) => ({
    subject: wordInMail(language, `alert.${key}.subject`),
    text: `${wordInMail(language, `alert.${key}.text`)}\n${wordInMail(language, 'alert.newest')} ${copied ?? '–'}`,
  })
  const texts = languages.map(sayIn)
  const subject = texts.map((each) => each.subject).join(' · ')
  const text = `${texts.map((each) => each.text).join('\n\n')}${address}\n`
  const html = `<pre dir="auto" style="font: inherit; white-space: pre-wrap">${text.replace(/[&<>]/g, '')}</pre>`
  for (const address of to)
    await mailer?.send({ id: randomUUID(), fromName: 'Bawaba', to: address, subject, text, html })
}
