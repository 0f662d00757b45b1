import type { z } from 'zod'
import { checklistFor } from '#server/features/documents/document.service.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { AdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import type { Readiness } from '#shared/admissions/readiness.contract.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { minor } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'
import { bookingsOf } from '../appointments/booking.service.ts'
import { slotsById } from '../appointments/slot.service.ts'
import { feeSum } from '../fees/fee-ledger.rules.ts'
import { feeRows } from '../fees/student-fee.service.ts'
import { offerSeatBlocker, placeOf } from '../file/student-place.service.ts'
import { readRules } from '../rules/admission-rules.service.ts'
import { scoringBlocker } from '../scoring/scoring.service.ts'
import { activeHolds, countTaken, inSeatCategory } from '../seats/seat.service.ts'
import { seatCategories } from '../seats/seat.table.ts'

/** Returns what the school's rules ask for before an offer and is missing: the first of documents, interview and fee. */
export async function readinessBlocker(tx: Tx, student: Student, today: Day): Promise<MessageId | undefined> {
  const { rules } = await readRules(tx, student.schoolId)
  if (rules.documentsBeforeOffer) {
    const { done, total } = await documentsOf(tx, student, today)
    if (done < total) return 'student.documents-open'
  }
  if (rules.interviewBeforeOffer && (await interviewOf(tx, student)).state !== 'held') return 'student.appointment-open'
  if (rules.feeBeforeOffer && (await feePaid(tx, student)) <= 0) return 'student.fee-open'
  return undefined
}

/** Returns how far a student is towards an offer; `isAsked`: somebody waits for the head's approval of one. */
export async function readinessView(
  tx: Tx,
  student: Student,
  { rules, today, isAsked }: { rules: AdmissionRules; today: Day; isAsked: boolean },
): Promise<z.input<typeof Readiness>> {
  const { set, blocker } = await scoringBlocker(tx, student)
  return {
    documents: { isNeeded: rules.documentsBeforeOffer, ...(await documentsOf(tx, student, today)) },
    interview: {
      isNeeded: rules.interviewBeforeOffer || (set?.body.appointments.includes('interview') ?? false),
      ...(await interviewOf(tx, student)),
    },
    score: { isNeeded: set !== undefined, state: set ? (blocker ? 'open' : 'done') : 'none' },
    fee: { isNeeded: rules.feeBeforeOffer, paid: minor(await feePaid(tx, student)) },
    approval: isAsked ? 'asked' : rules.offersNeedHead ? 'open' : 'none',
    seat: await seatOf(tx, student),
  }
}

async function documentsOf(tx: Tx, student: Student, today: Day) {
  const { items } = await checklistFor(tx, student, today)
  const asked = items.filter(({ isAsked }) => isAsked)
  const waiting = asked.filter(({ state }) => state === 'uploaded' || state === 'in-review')
  return {
    total: asked.length,
    done: asked.filter(({ isSettled }) => isSettled).length,
    toReview: waiting.length,
    next: waiting[0]?.type.code ?? null,
  }
}

async function interviewOf(
  tx: Tx,
  { schoolId, id }: Student,
): Promise<Pick<z.input<typeof Readiness>['interview'], 'state' | 'at'>> {
  const bookings = (await bookingsOf(tx, schoolId, id)).filter(({ kind }) => kind === 'interview')
  const found = bookings.find(({ state }) => state === 'held') ?? bookings.find(({ state }) => state === 'booked')
  if (!found) return { state: 'none', at: null }
  const [slot] = await slotsById(tx, schoolId, [found.slotId])
  return { state: found.state === 'held' ? 'held' : 'booked', at: slot?.startsAt ?? null }
}

const feePaid = async (tx: Tx, { schoolId, id }: Student): Promise<number> =>
  feeSum(await feeRows(tx, schoolId, id), 'paid')

async function seatOf(tx: Tx, student: Student): Promise<z.input<typeof Readiness>['seat']> {
  const { schoolId, id } = student
  if ((await activeHolds(tx, schoolId, [id])).has(id)) return { state: 'held', free: null }
  const blocker = await offerSeatBlocker(tx, student)
  if (blocker && blocker !== 'student.seats-full') return { state: 'unknown', free: null }
  const place = placeOf(student)
  const [row] = await tx
    .select()
    .from(seatCategories)
    .where(inSeatCategory(seatCategories, schoolId, place))
  if (!row) return { state: 'unknown', free: null }
  const free = Math.max(0, row.seats + row.overOffer - (await countTaken(tx, schoolId, place)))
  return { state: blocker ? 'full' : 'free', free }
}
