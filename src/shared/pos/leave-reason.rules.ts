/** Why a pupil leaves the school. */
export const leaveReasons = [
  'graduated',
  'other-school',
  'moved-away',
  'health',
  'fees',
  'school-decision',
  'other',
] as const
export type LeaveReason = (typeof leaveReasons)[number]
