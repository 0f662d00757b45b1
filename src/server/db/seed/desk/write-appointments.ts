import { appointmentBookings, appointmentSlots } from '#server/features/admissions/appointments/appointment.table.ts'
import type { Tx } from '#server/kernel/db.ts'
import { seriesTimes } from '#shared/admissions/appointment.rules.ts'
import type { AppointmentKind } from '#shared/admissions/scoring.rules.ts'
import { type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { businessDay, dayAfter, dayMs, fromInstant, toInstant } from '#shared/kernel/time.ts'
import type { DemoSchool, DemoStudent } from '../demo-types.ts'
import { familiesOf, parentsOf } from './demo-parents.ts'
import type { DeskDeps } from './write-applications.ts'

/** Sunday to Thursday. */
const weekdays = [0, 1, 2, 3, 4]
const series: readonly { kind: AppointmentKind; times: string[]; minutes: number; room: string; capacity: number }[] = [
  { kind: 'interview', times: ['09:00', '09:30', '10:00'], minutes: 30, room: 'A 12', capacity: 1 },
  { kind: 'assessment', times: ['11:00'], minutes: 45, room: 'B 3', capacity: 4 },
  { kind: 'tour', times: ['12:00'], minutes: 60, room: '', capacity: 10 },
]

interface Of {
  school: DemoSchool
  nowMs: number
  newId: () => string
  officer: UserId
  registrar: UserId
}
type Slot = ReturnType<typeof slotsOf>[number]

/** Times of the last two weeks and of the next two, some of them taken: by who came, who did not, and who is expected. */
export async function writeAppointments(tx: Tx, school: DemoSchool, { clock, random }: DeskDeps): Promise<void> {
  const nowMs = clock.nowMs()
  const [officer, registrar] = (['admission-officer', 'registrar'] as const).map(
    (role) => school.staff.find((one) => one.role === role)?.id,
  )
  if (!officer || !registrar) throw new Error('a demo school has an admissions desk')
  const of: Of = { school, nowMs, newId: () => uuidv7(nowMs, random), officer, registrar }
  const slots = slotsOf(of)
  await tx.insert(appointmentSlots).values(slots)
  const timesOf = (kind: AppointmentKind, isPast: boolean) =>
    slots.filter((slot) => slot.kind === kind && isOver(of, slot) === isPast)
  const expected = expectedAt(school)
  const [past, coming, tours] = [timesOf('interview', true), timesOf('interview', false), timesOf('tour', false)]
  const rows = [
    ...expected.slice(0, 6).flatMap((student, index) => bookingOf(of, student, past[index], index)),
    ...heldBefore(school, expected.slice(0, 6)).flatMap((student, index) =>
      bookingOf(of, student, past[6 + index], index * 4),
    ),
    ...expected.slice(6, 11).flatMap((student, index) => bookingOf(of, student, coming[index * 2 + 3], index)),
    ...expected.slice(2, 7).flatMap((student, index) => bookingOf(of, student, tours[index % 2], index)),
  ]
  if (rows.length > 0) await tx.insert(appointmentBookings).values(rows)
}

const isOver = ({ nowMs }: Of, { endsAt }: { endsAt: string }) => fromInstant(endsAt) < nowMs

function slotsOf({ school, nowMs, newId, officer, registrar }: Of) {
  const { id: schoolId, timeZone } = school
  const today = businessDay(nowMs, timeZone, 0)
  return series.flatMap(({ kind, times, minutes, room, capacity }) => {
    const seriesId = newId()
    const of = { firstDay: dayAfter(today, -14), lastDay: dayAfter(today, 14), weekdays, times, minutes, except: [] }
    return seriesTimes(of, timeZone).map((time) => ({
      schoolId,
      id: newId(),
      seriesId,
      kind,
      campus: '',
      ...time,
      room,
      onlineLink: '',
      interviewers: kind === 'interview' ? [registrar] : [],
      capacity,
      changeHours: 24,
      madeBy: officer,
      madeAt: toInstant(nowMs - 20 * dayMs),
    }))
  })
}

function bookingOf(of: Of, student: DemoStudent, slot: Slot | undefined, index: number) {
  const { school, nowMs, newId, officer, registrar } = of
  if (!slot) return []
  const isPast = isOver(of, slot)
  const came = index % 4 === 3 ? 'no-show' : 'held'
  const first = familiesOf(school.students).find((family) => family.includes(student))?.[0] ?? student
  const row: typeof appointmentBookings.$inferInsert = {
    schoolId: school.id,
    id: newId(),
    slotId: slot.id,
    studentId: student.id,
    kind: slot.kind,
    state: isPast ? came : 'booked',
    bookedAt: toInstant(nowMs - 12 * dayMs),
    bookedBy: index % 2 === 0 ? officer : null,
    email: parentsOf(school, first, student)[0]?.email ?? null,
    language: student.language,
    outcome: isPast && came === 'held' ? (index % 3 === 2 ? 'mixed' : 'positive') : null,
    settledBy: isPast ? registrar : null,
    settledAt: isPast ? slot.endsAt : null,
    revision: isPast ? 2 : 1,
  }
  return [row]
}

/** Who else was met, where the school offers no seat before an interview: the others that could be offered one. */
const heldBefore = ({ students, rules }: DemoSchool, met: readonly DemoStudent[]): DemoStudent[] =>
  rules.interviewBeforeOffer
    ? students.filter((student) => {
        const status = student.changes.at(-1)?.to
        return (status === 'shortlisted' || status === 'waiting') && !met.includes(student)
      })
    : []

/** Who is met: every other one of the shortlisted, then the new. */
const expectedAt = ({ students }: DemoSchool): DemoStudent[] => {
  const at = (status: string) => students.filter(({ changes }) => changes.at(-1)?.to === status)
  return [...at('shortlisted').filter((_, index) => index % 2 === 0), ...at('new')]
}
