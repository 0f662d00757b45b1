import type { MailCtx } from '#server/features/mail/mail.service.ts'
import { readSchoolDays } from '#server/features/school/school.service.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { isPlanPart } from '#shared/fees/plans/charge-part.rules.ts'
import { holdsOn, mayRemind } from '#shared/fees/reminders/reminder.rules.ts'
import { type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { minor } from '#shared/kernel/money.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { formatMoney } from '#shared/kernel/text/format-money.rules.ts'
import { hourMs, toInstant } from '#shared/kernel/time.ts'
import { feeChildren } from '../fee-student.service.ts'
import { type FeeActor, unattendedFeeActor } from '../ledger/fee-actor.ts'
import { lockPayer } from '../payments/lock-payer.service.ts'
import { readFeeSettings } from '../setup/fee-settings.service.ts'
import { feeNotices } from './fee-reminder.table.ts'
import { casesNow, debtorPages } from './debtor-pages.service.ts'
import type { ReminderPayer } from './reminder-cases.service.ts'
import type { WriteReminder } from './reminder-writer.service.ts'

export interface Sent {
  sent: number
  /** Not sent: the text names something that is not known. */
  failed: number
}

/** Sends due reminders of one school, where it lets them leave by themselves. @returns how many were sent */
export async function sendDueReminders(mail: MailCtx, write: WriteReminder, isStopping = () => false): Promise<number> {
  const { deps, school } = mail
  // Nothing may leave now: nothing is read.
  if (!mayRemind(deps.clock.nowMs(), school.timeZone)) return 0
  const hour = Math.floor(deps.clock.nowMs() / hourMs)
  const hours = lastHours.get(deps.db) ?? new Map<string, number>()
  lastHours.set(deps.db, hours)
  if (hours.get(school.schoolId) === hour) return 0
  const { sendsReminders, days } = await deps.db.tenant(school.schoolId, async (tx) => ({
    sendsReminders: (await readFeeSettings(tx, school.schoolId)).sendsReminders,
    days: await readSchoolDays(tx, school.schoolId),
  }))
  if (!sendsReminders || !mayRemind(deps.clock.nowMs(), school.timeZone, days)) return 0
  const { sent } = await sendReminderRound(mail, write, { payerIds: null, byUser: null, isStopping })
  // A round that was stopped or has failed is taken up by the next one.
  if (!isStopping()) hours.set(school.schoolId, hour)
  return sent
}

/** Hour in which reminders of a school were last sent by themselves, on this server: all its debts are read for it. */
const lastHours = new WeakMap<MailCtx['deps']['db'], Map<string, number>>()

interface Round {
  /** Null for all. */
  payerIds: readonly string[] | null
  byUser: UserId | null
  isStopping?: () => boolean
}

/**
 * Sends what is due now, each payer in a transaction of its own and decided again there: of two rounds at once a payer hears from
 * one alone. All are read page by page; a round that was stopped is taken up by the next one, since nobody is reminded twice a day.
 */
export async function sendReminderRound(
  mail: MailCtx,
  write: WriteReminder,
  { payerIds, byUser, isStopping = () => false }: Round,
): Promise<Sent> {
  const actor = () => unattendedFeeActor(mail.deps, mail.school, byUser)
  const done: Sent = { sent: 0, failed: 0 }
  for await (const page of payerIds === null ? debtorPages(mail, actor) : onePage(mail, actor, payerIds))
    for (const { payer, outcome } of page) {
      if (isStopping()) return done
      if ('stop' in outcome) continue
      const isSent = await sendAlone(mail, write, { actor, payerId: payer.id })
      if (isSent) done.sent += 1
      else if (isSent === false) done.failed += 1
    }
  return done
}

async function* onePage(
  mail: MailCtx,
  actor: () => FeeActor,
  payerIds: readonly string[],
): AsyncGenerator<ReminderPayer[]> {
  yield await mail.deps.db.tenant(mail.school.schoolId, (tx) => casesNow(tx, mail, actor(), payerIds))
}

/** Sends to one payer in a transaction of its own: what fails keeps no other from a reminder. @returns as `sendOne`, false for a failure */
async function sendAlone(
  mail: MailCtx,
  write: WriteReminder,
  { actor, payerId }: { actor: () => FeeActor; payerId: string },
): Promise<boolean | undefined> {
  const { deps, school } = mail
  try {
    return await deps.db.tenant(school.schoolId, (tx) => sendOne(tx, mail, write, { by: actor(), payerId }))
  } catch (error) {
    deps.log.error(describeFailure(error), 'a reminder of fees can not be sent now')
    return false
  }
}

/** Sends what is due to one payer, decided again under its lock. @returns whether it was sent; undefined where nothing is due any more */
export async function sendOne(
  tx: Tx,
  mail: MailCtx,
  write: WriteReminder,
  { by, payerId }: { by: FeeActor; payerId: string },
): Promise<boolean | undefined> {
  const { schoolId, today, nowMs, random, currency } = by
  await lockPayer(tx, schoolId, payerId)
  const [found] = await casesNow(tx, mail, by, [payerId])
  const email = found?.payer.email ?? null
  if (!found || 'stop' in found.outcome || email === null) return undefined
  const { payer, outcome } = found
  const onHold = new Set(holdsOn(found.holds, today).flatMap(({ chargeId }) => chargeId ?? []))
  const charges = found.charges.filter(({ chargeId, open }) => open > 0 && !onHold.has(chargeId))
  if (charges.length === 0) return undefined
  const open = charges.reduce((all, each) => all + each.open, 0)
  const children = await feeChildren(
    tx,
    schoolId,
    charges.map(({ studentId }) => studentId),
  )
  const { language, nameLatin, nameArabic, code } = payer
  const mailId = uuidv7(nowMs, random)
  const items = itemsText(charges, currency)
  const to = { email, language, nameLatin, nameArabic }
  const reminder = { mailId, level: outcome.level, to, children: [...children.values()], open, currency, items, code }
  const textVersion = await write(tx, mail, reminder)
  if (textVersion === undefined) return false
  const notice = { schoolId, id: uuidv7(nowMs, random), payerId, level: outcome.level, language, mailId, textVersion }
  const chargeIds = charges.map(({ chargeId }) => chargeId)
  const row = { ...notice, chargeIds, open: minor(open), sentOn: today, byUser: by.userId, at: toInstant(nowMs) }
  const kept = await tx.insert(feeNotices).values(row).onConflictDoNothing().returning({ id: feeNotices.id })
  if (kept.length === 0) throw new Error('a payer was reminded today already')
  return true
}

/** Each item on a line of its own: "Tuition, part 1: QAR 100.00, due on 1 Sep 2030". */
function itemsText(charges: ReminderPayer['charges'], currency: FeeActor['currency']): Bilingual {
  const line = (lng: 'en' | 'ar') =>
    charges
      .map(({ name, part, open, dueOn }) => {
        const amount = formatMoney(open, currency, lng)
        const day = formatDay(dueOn, lng)
        const of = isPlanPart(part) ? { en: `, instalment ${part}`, ar: `، القسط ${part}` } : { en: '', ar: '' }
        return lng === 'ar'
          ? `${name.ar}${of.ar}: ${amount}، استحق في ${day}`
          : `${name.en}${of.en}: ${amount}, due on ${day}`
      })
      .join('; ')
  return { en: line('en'), ar: line('ar') }
}
