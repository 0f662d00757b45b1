import type { z } from 'zod'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { mailStates, noMail } from '#server/features/mail/mail.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import { regulatorOf } from '#server/features/school/school-grades.service.ts'
import { colleague } from '#server/features/students/student.view.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { feePackOf, offeredConsequences } from '#shared/fees/regulator/fee-packs.rules.ts'
import type {
  childNotices,
  FeeHold,
  FeeNotice,
  ReminderLine,
  ReminderList,
} from '#shared/fees/reminders/reminder.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { minor } from '#shared/kernel/money.ts'
import { feeChildren, findFeeStudent, goneChild } from '../fee-student.service.ts'
import { type FeeActor, feeActor } from '../ledger/fee-actor.ts'
import { openItems } from '../ledger/open-items.service.ts'
import { payerNames, payersOfChild } from '../payer-names.service.ts'
import { readFeeSettings } from '../setup/fee-settings.service.ts'
import { type HoldRow, type NoticeRow, noticesOf, openHolds, type ReminderPayer } from './reminder-cases.service.ts'
import { casesNow, debtorPages } from './debtor-pages.service.ts'

const mostListed = 500

/** Lists payers with something due: those who would be reminded now first. They are read page by page. */
export async function listReminders(ctx: SessionCtx): Promise<z.input<typeof ReminderList>> {
  let shown: ReminderPayer[] = []
  let [count, due] = [0, 0]
  for await (const page of debtorPages(ctx, () => feeActor(ctx))) {
    count += page.length
    due += page.filter(({ outcome }) => !('stop' in outcome)).length
    shown = [...shown, ...page].toSorted(byUrgency).slice(0, mostListed)
  }
  return ctx.tenant((tx) => reminderList(tx, feeActor(ctx), { shown, count, due }))
}

const byUrgency = (a: ReminderPayer, b: ReminderPayer): number =>
  Number('stop' in a.outcome) - Number('stop' in b.outcome) || openOf(b) - openOf(a)

async function reminderList(
  tx: Tx,
  { schoolId, today, currency }: FeeActor,
  { shown, count, due }: { shown: readonly ReminderPayer[]; count: number; due: number },
): Promise<z.input<typeof ReminderList>> {
  const { reminders: levels, sendsReminders: isAutomatic } = await readFeeSettings(tx, schoolId)
  const studentIds = shown.flatMap(({ charges }) => charges.map(({ studentId }) => studentId))
  const children = await feeChildren(tx, schoolId, new Set(studentIds))
  const holds = await holdViews(
    tx,
    schoolId,
    shown.flatMap((each) => each.holds),
  )
  const lines = shown.map((each) => lineOf(each, { children, holds }))
  return { today, currency, isAutomatic, levels, lines, count, due }
}

const openOf = ({ charges }: ReminderPayer): number => charges.reduce((all, { open }) => all + open, 0)

function lineOf(
  of: ReminderPayer,
  { children, holds }: { children: Awaited<ReturnType<typeof feeChildren>>; holds: z.input<typeof FeeHold>[] },
): z.input<typeof ReminderLine> {
  const { payer, charges, notices, outcome } = of
  const { id: payerId, kind, nameLatin, nameArabic } = payer
  const ids = [...new Set(charges.map(({ studentId }) => studentId))]
  return {
    payer: { payerId, kind, nameLatin, nameArabic },
    children: ids.map((id) => children.get(id) ?? goneChild(id)),
    open: minor(openOf(of)),
    firstDueOn: charges[0]?.dueOn ?? '',
    level: 'level' in outcome ? outcome.level : null,
    stop: 'stop' in outcome ? outcome.stop : null,
    sent: notices.length,
    lastOn: notices.at(-1)?.sentOn ?? null,
    holds: holds.filter((hold) => hold.payer.payerId === payerId),
  }
}

/** Returns holds as screens show them. */
export async function holdViews(
  tx: Tx,
  schoolId: string,
  rows: readonly HoldRow[],
): Promise<z.input<typeof FeeHold>[]> {
  const names = await payerNames(
    tx,
    schoolId,
    rows.map(({ payerId }) => payerId),
  )
  const staff = await findPeople(
    tx,
    schoolId,
    rows.map(({ byUser }) => byUser),
  )
  return rows.map(({ id: holdId, payerId, chargeId, reason, until, note, byUser, at }) => ({
    holdId,
    payer: names(payerId),
    chargeId,
    reason,
    until,
    note,
    by: colleague(byUser, staff),
    at,
  }))
}

async function noticeViews(tx: Tx, schoolId: string, rows: readonly NoticeRow[]): Promise<z.input<typeof FeeNotice>[]> {
  const names = await payerNames(
    tx,
    schoolId,
    rows.map(({ payerId }) => payerId),
  )
  const staff = await findPeople(
    tx,
    schoolId,
    rows.flatMap(({ byUser }) => byUser ?? []),
  )
  const delivered = await mailStates(
    tx,
    schoolId,
    rows.map(({ mailId }) => mailId),
  )
  return rows.map(({ id: noticeId, payerId, byUser, mailId, level, open, chargeIds, language, sentOn, at }) => ({
    noticeId,
    payer: names(payerId),
    level,
    open,
    chargeIds,
    language,
    sentOn,
    at,
    by: byUser && colleague(byUser, staff),
    delivery: (delivered.get(mailId) ?? noMail).delivery,
  }))
}

/** Reads the reminders and holds of those who pay for a child, and what may follow. @throws AppError request.not-found */
export async function readNotices(
  tx: Tx,
  ctx: SessionCtx,
  number: string,
): Promise<z.input<typeof childNotices.reply>> {
  const by: FeeActor = feeActor(ctx)
  const { schoolId, today } = by
  const child = await findFeeStudent(tx, schoolId, number)
  if (!child) throw new AppError('request.not-found', { field: 'number' })
  const items = await openItems(tx, schoolId, { studentId: child.studentId })
  const payers = await payersOfChild(
    tx,
    by,
    child.studentId,
    items.map(({ payerId }) => payerId),
  )
  const payerIds = payers.map(({ payerId }) => payerId)
  const notices = await noticesOf(tx, schoolId, payerIds)
  const pack = feePackOf(regulatorOf(await readSchool(tx, schoolId)), Number(today.slice(0, 4)))
  const cases = payerIds.length === 0 ? [] : await casesNow(tx, ctx, by, payerIds)
  return {
    today,
    notices: await noticeViews(tx, schoolId, notices.toReversed()),
    holds: await holdViews(tx, schoolId, await openHolds(tx, schoolId, payerIds)),
    payers: cases.map((each) => {
      const { payer, level, stop, open } = lineOf(each, { children: new Map(), holds: [] })
      const sentOn = each.notices.map((notice) => notice.sentOn)
      return {
        payer,
        open,
        level,
        stop,
        consequences: offeredConsequences(pack, sentOn, each.charges[0]?.dueOn ?? null),
      }
    }),
  }
}
