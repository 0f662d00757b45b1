import type { StudentAppointments } from '#shared/admissions/appointment.contract.ts'

/** What the parts of a student's appointments are given. */
export interface PartProps {
  studentId: string
  seen: StudentAppointments
  onDone: (seen: StudentAppointments) => void
}
