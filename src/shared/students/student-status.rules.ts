// chunk: students
/*
 * Where a child stands on the way into the school, and how a file is closed. Which steps lead on: student-moves.rules.ts. In the
 * registrar's own language, see src/decisions/0034-students-and-transitions.md.
 */

/** `new` is nobody's decision yet; the others are the eight that staff, families and the specification speak of. */
export const studentStatuses = [
  'new',
  'shortlisted',
  'waiting',
  'on-hold',
  'offer-out',
  'accepted',
  'booked',
  'confirmed',
  'rejected',
] as const
export type StudentStatus = (typeof studentStatuses)[number]

/** The letters by which the specification's calls name the eight; `N` is ours, for those whom nobody has decided on. */
export const statusLetters = {
  new: 'N',
  shortlisted: 'S',
  waiting: 'W',
  'on-hold': 'O',
  'offer-out': 'F',
  accepted: 'A',
  booked: 'B',
  confirmed: 'C',
  rejected: 'R',
} as const satisfies Record<StudentStatus, string>

/** Why a file is closed, beside the status: a family that goes elsewhere is no child that the school refused. */
export const studentOutcomes = [
  'refused-by-school',
  'withdrawn-by-family',
  'declined-by-family',
  'offer-expired',
  'offer-rescinded',
  'deposit-overdue',
  'intake-closed',
] as const
export type StudentOutcome = (typeof studentOutcomes)[number]

/** Who closed a file, by its outcome. */
export const closedByOf = {
  'refused-by-school': 'school',
  'withdrawn-by-family': 'family',
  'declined-by-family': 'family',
  'offer-expired': 'system',
  'offer-rescinded': 'school',
  'deposit-overdue': 'system',
  'intake-closed': 'system',
} as const satisfies Record<StudentOutcome, 'school' | 'family' | 'system'>
export type ClosedBy = (typeof closedByOf)[StudentOutcome]
