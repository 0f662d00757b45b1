import { sql } from 'drizzle-orm'
import { remindOfAppointments } from '#server/features/admissions/appointments/reminder.service.ts'
import { childNames } from '#server/features/admissions/file/student-place.service.ts'
import { lockStudent } from '#server/features/admissions/file/student-row.service.ts'
import { type Due, dueOffers, remind } from '#server/features/admissions/offers/offer-due.service.ts'
import { activeOffer } from '#server/features/admissions/offers/offer-read.service.ts'
import { readRules } from '#server/features/admissions/rules/admission-rules.service.ts'
import { unattendedActor } from '#server/features/admissions/transitions/actor.service.ts'
import { applyUnattendedTransition } from '#server/features/admissions/transitions/unattended-transition.service.ts'
import { askAgain } from '#server/features/consents/ask-again.service.ts'
import { runAllReminders } from '#server/features/fees/reminders/reminder-run.service.ts'
import { sendDueReminders } from '#server/features/fees/reminders/send-reminders.service.ts'
import type { MailCtx } from '#server/features/mail/mail.service.ts'
import { sendDueBulkMessages } from '#server/features/messaging/bulk/bulk-send.service.ts'
import { writeFeeReminder } from '#server/features/messaging/fee-reminder.service.ts'
import { sendDueMessages } from '#server/features/messaging/message-send.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import { waitingFor } from '#server/features/students/student-count.service.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { DueWork } from '#server/kernel/due-work.ts'
import { keepDoingForSchools, type Running } from '#server/kernel/rounds.ts'
import type { AdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { businessDay, hourMs, minuteMs, toInstant } from '#shared/kernel/time.ts'
import { updatePupilAccounts } from './pupil-account-clock.service.ts'

/** Batch size of a look-up; each student has a transaction of their own. */
const batch = 100

/** Counts per kind of action. */
export type Done = Record<Due | 'intake' | 'account' | 'appointment' | 'consent' | 'message', number>

/**
 * Runs the timed work of one school: offers expire, deposits become overdue, families are reminded of offers and appointments and
 * notified of decisions. Each student is locked and checked again, so that several servers may run it at once, and one failure
 * stops no other.
 */
export async function runAdmissionClock(deps: Deps, schoolId: string, isStopping = () => false): Promise<Done> {
  const { school, rules } = await deps.db.tenant(schoolId, async (tx) => ({
    school: await readSchool(tx, schoolId),
    rules: (await readRules(tx, schoolId)).rules,
  }))
  // Links in offer emails use the address in the settings or in the offer: there is no caller here.
  const mail: MailCtx = { deps, school, origin: '' }
  const done: Done = {
    expiry: 0,
    deposit: 0,
    reminder: 0,
    intake: 0,
    account: 0,
    appointment: 0,
    consent: 0,
    message: 0,
  }
  for (const due of ['expiry', 'deposit', 'reminder'] as const) {
    if (due === 'deposit' && !rules.depositOverdue) continue
    done[due] = await keep(mail, { due, rules }, isStopping)
  }
  done.intake = await closeIntakes(mail, rules, isStopping)
  done.account = await updatePupilAccounts(mail, isStopping)
  done.appointment = await remindOfAppointments(mail, isStopping)
  done.consent = await askAgain(mail, isStopping)
  if (!isStopping()) done.message = await sendDueMessages(mail, isStopping)
  if (!isStopping()) done.message += await sendDueBulkMessages(mail, isStopping)
  if (!isStopping()) done.message += await sendDueReminders(mail, writeFeeReminder, isStopping)
  if (!isStopping()) await runAllReminders(mail, writeFeeReminder, isStopping)
  return done
}

interface Stored {
  due: Due | 'intake'
  rules: AdmissionRules
}

async function keep(mail: MailCtx, { due, rules }: Stored & { due: Due }, isStopping: () => boolean): Promise<number> {
  const { deps, school } = mail
  const { schoolId, timeZone } = school
  const nowMs = deps.clock.nowMs()
  const { graceHours, reminderHours } = rules
  const today = businessDay(nowMs, timeZone, 0)
  const when = { now: toInstant(nowMs), today, graceMs: graceHours * hourMs, reminderHours }
  let count = 0
  let after: string | undefined
  do {
    const of = { schoolId, due, after }
    const found = await deps.db.tenant(schoolId, (tx) => dueOffers(tx, of, when, batch))
    for (const { studentId } of found) {
      if (isStopping()) return count
      if (await applyDue(mail, { due, rules }, studentId)) count += 1
    }
    after = found.length < batch ? undefined : found.at(-1)?.id
  } while (after !== undefined)
  return count
}

/** Closes files of students still waiting for a year whose intake is over. */
async function closeIntakes(mail: MailCtx, rules: AdmissionRules, isStopping: () => boolean): Promise<number> {
  const { deps, school } = mail
  const { schoolId, timeZone } = school
  const today = businessDay(deps.clock.nowMs(), timeZone, 0)
  const over = rules.intakeEnds.filter(({ on }) => on < today).map(({ entryYear }) => entryYear)
  let count = 0
  let after: string | undefined
  while (over.length > 0 && !isStopping()) {
    const found = await deps.db.tenant(schoolId, (tx) => waitingFor(tx, schoolId, { years: over, after }, batch))
    for (const id of found) {
      if (isStopping()) return count
      if (await applyDue(mail, { due: 'intake', rules }, id)) count += 1
    }
    after = found.at(-1)
    if (found.length < batch) break
  }
  return count
}

/** Handles one student; returns whether something was done. A student whose status has changed since is left alone. */
async function applyDue(mail: MailCtx, of: Stored, studentId: string): Promise<boolean> {
  const { deps, school } = mail
  try {
    return await deps.db.tenant(school.schoolId, (tx) => act(tx, mail, of, studentId))
  } catch (error) {
    if (!(error instanceof AppError)) deps.log.error(describeFailure(error), 'time cannot be kept for a student')
    return false
  }
}

async function act(tx: Tx, mail: MailCtx, { due, rules }: Stored, studentId: string): Promise<boolean> {
  const by = unattendedActor(mail)
  const student = await lockStudent(tx, by.schoolId, studentId)
  if (due === 'reminder') {
    const offer = await activeOffer(tx, by.schoolId, studentId)
    const { reminderHours } = rules
    return offer !== undefined && student.status === 'offer-out'
      ? remind(tx, by, childNames(student), { offer, reminderHours })
      : false
  }
  const ends = {
    waiting: { to: 'waiting', outcome: null },
    rejected: { to: 'rejected', outcome: 'offer-expired' },
    deposit: { to: 'rejected', outcome: 'deposit-overdue' },
    intake: { to: 'rejected', outcome: 'intake-closed' },
  } as const
  const end = ends[due === 'expiry' ? rules.expiredOffersGo : due]
  await applyUnattendedTransition(tx, by, student, { actorRole: 'clock', ...end, reason: null, note: null })
  return true
}

/** Longest delay of timed work in a school in which something changes. */
const everyMs = 30_000
/** Longest delay in another one that has offers, appointments or messages with a time. */
const timedEveryMs = 5 * minuteMs

/** Returns how soon the clock must look at a school again in which nothing changes; undefined where nothing has a time. */
export async function nextClockLook({ db }: Deps, schoolId: string): Promise<number | undefined> {
  const isTimed = await db.tenant(schoolId, async (tx) => {
    const { rows } = await tx.execute<{ isTimed: boolean }>(sql`
      select exists (select from offers where school_id = ${schoolId} and state in ('sent', 'viewed', 'accepted'))
        or exists (select from appointment_bookings where school_id = ${schoolId} and state = 'booked' and reminded_at is null)
        or exists (select from student_messages where school_id = ${schoolId} and state = 'waiting')
        or exists (select from many_messages where school_id = ${schoolId} and state = 'running')
        or exists (select from fee_reminder_runs where school_id = ${schoolId} and state = 'running') as "isTimed"`)
    return rows[0]?.isTimed === true
  })
  return isTimed ? timedEveryMs : undefined
}

/** Runs the timed work of all schools, round after round, until stopped. */
export const startAdmissionClock = (deps: Deps, due: DueWork): Running =>
  keepDoingForSchools({
    everyMs,
    kind: 'admission-clock',
    due,
    work: (schoolId, isStopping) => runAdmissionClock(deps, schoolId, isStopping),
    nextInMs: (schoolId) => nextClockLook(deps, schoolId),
    onFailure: (error) => deps.log.error(describeFailure(error), 'offers can not be kept on time now'),
  })
