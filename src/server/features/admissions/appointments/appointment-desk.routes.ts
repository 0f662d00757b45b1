import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { findPeople, staffNames } from '#server/features/identity/sessions/people.service.ts'
import { studentFacts } from '#server/features/students/student-facts.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import * as calls from '#shared/admissions/appointment.contract.ts'
import { atWallTime, seriesTimes } from '#shared/admissions/appointment.rules.ts'
import * as bookingCalls from '#shared/admissions/appointment-booking.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import type { Permission } from '#shared/kernel/roles.ts'
import { dayAfter, toInstant } from '#shared/kernel/time.ts'
import { bookingView, slotView } from './appointment-desk.view.ts'
import { enquirySubjects } from './appointment-subject.service.ts'
import { bookingsAt } from './booking.service.ts'
import { bookFor, cancelFor, openByLink } from './family-appointment.service.ts'
import { addSlots, endSlotAt, slotsBetween } from './slot.service.ts'
import { askFamily, bookByStaff, readAppointments, settleByStaff } from './student-appointments.service.ts'

const allow = (ctx: SessionCtx, permission: Permission) => requirePermission(ctx.session, permission)

/** Limit of slots in one answer. */
const shown = 500

async function readDays(tx: Tx, ctx: SessionCtx, { firstDay, lastDay }: z.output<typeof calls.slotList.body>) {
  const { schoolId, timeZone } = ctx.school
  const fromMs = atWallTime(firstDay, '00:00', timeZone)
  const toMs = atWallTime(dayAfter(lastDay, 1), '00:00', timeZone)
  const found = await slotsBetween(tx, schoolId, { fromMs, toMs }, shown + 1)
  const slots = found.slice(0, shown)
  const bookings = await bookingsAt(
    tx,
    schoolId,
    slots.map(({ id }) => id),
  )
  const students = new Map(
    (
      await studentFacts(
        tx,
        schoolId,
        bookings.map(({ studentId }) => studentId),
      )
    ).map((each) => [each.id, each]),
  )
  const strangers = bookings.map(({ studentId }) => studentId).filter((id) => !students.has(id))
  const enquiries = await enquirySubjects(tx, schoolId, strangers)
  const people = await findPeople(tx, schoolId, [
    ...slots.flatMap(({ interviewers }) => interviewers),
    ...bookings.flatMap(({ bookedBy }) => bookedBy ?? []),
  ])
  return {
    slots: slots.map((slot) => ({
      ...slotView(slot, people),
      bookings: bookings.flatMap((row) => {
        if (row.slotId !== slot.id) return []
        const student = students.get(row.studentId) ?? enquiries.get(row.studentId)
        return student ? [bookingView(row, student, people)] : []
      }),
    })),
    hasMore: found.length > shown,
    staff: (await staffNames(tx, schoolId)).map(({ id: userId, name }) => ({ userId, name })),
  }
}

async function make(tx: Tx, ctx: SessionCtx, asked: z.output<typeof calls.makeSlots.body>) {
  const { deps, school, session } = ctx
  const { schoolId, timeZone } = school
  const {
    commandId: seriesId,
    appointmentKind: kind,
    campus,
    room,
    onlineLink,
    interviewers,
    capacity,
    changeHours,
  } = asked
  const known = new Set((await staffNames(tx, schoolId)).map(({ id }) => id))
  if (interviewers.some((id) => !known.has(id))) throw new AppError('request.invalid', { field: 'interviewers' })
  const nowMs = deps.clock.nowMs()
  const made = { madeBy: session.user.userId, madeAt: toInstant(nowMs) }
  const series = { schoolId, seriesId, kind, campus, room, onlineLink, interviewers, capacity, changeHours, ...made }
  const newId = () => uuidv7(nowMs, deps.random)
  const { count, isNew } = await addSlots(tx, { nowMs, newId }, series, seriesTimes(asked, timeZone))
  if (isNew) await recordAuditEvent(tx, ctx, 'slots-made', { about: null, facts: { kind, count } })
  return { made: count }
}

const ofStaff: Feature = ({ clock }) => [
  route.session(calls.slotList, async (ctx, asked) => {
    allow(ctx, 'appointments.see')
    return ctx.tenant((tx) => readDays(tx, ctx, asked))
  }),
  route.session(calls.makeSlots, async (ctx, asked) => {
    allow(ctx, 'appointments.manage')
    return ctx.tenant((tx) => make(tx, ctx, asked))
  }),
  route.session(calls.endSlot, async (ctx, { slotId }) => {
    allow(ctx, 'appointments.manage')
    await ctx.tenant((tx) => endSlotAt(tx, ctx.school.schoolId, slotId, clock.nowMs()))
    return { slotId }
  }),
  route.session(bookingCalls.studentAppointments, async (ctx, { student_id }) => {
    allow(ctx, 'appointments.see')
    return ctx.tenant((tx) => readAppointments(tx, ctx, student_id))
  }),
  route.session(bookingCalls.bookSlot, async (ctx, asked) => {
    allow(ctx, 'appointments.manage')
    return ctx.tenant((tx) => bookByStaff(tx, ctx, asked))
  }),
  route.session(bookingCalls.settleBooking, async (ctx, asked) => {
    allow(ctx, 'appointments.manage')
    return ctx.tenant((tx) => settleByStaff(tx, ctx, asked))
  }),
  route.session(bookingCalls.appointmentLink, async (ctx, asked) => {
    allow(ctx, 'appointments.manage')
    return ctx.tenant((tx) => askFamily(tx, ctx, asked))
  }),
]

const ofFamilies: Feature = () => [
  route.open(bookingCalls.openAppointment, openByLink),
  route.open(bookingCalls.bookByLink, bookFor),
  route.open(bookingCalls.cancelByLink, cancelFor),
]

export const appointmentRoutes: Feature = (deps) => [...ofStaff(deps), ...ofFamilies(deps)]
