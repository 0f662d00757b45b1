import type { StudentStatus } from '#shared/students/student-status.rules.ts'

/** Codes, so that they can be counted and are read in either language; what they leave open stands in the note. */
export const reasons = [
  'grade-full',
  'no-seat',
  'seat-free',
  'family-asked',
  'papers-awaited',
  'report-awaited',
  'visa-delayed',
  'age',
  'assessment',
  'support-needs',
  'duplicate',
  'new-information',
  'mistake',
  'other',
] as const
export type Reason = (typeof reasons)[number]

const byStatus: Partial<Record<StudentStatus, readonly Reason[]>> = {
  waiting: ['grade-full', 'family-asked', 'other'],
  'on-hold': ['papers-awaited', 'report-awaited', 'visa-delayed', 'family-asked', 'other'],
  shortlisted: ['seat-free', 'new-information', 'mistake', 'other'],
  rejected: [
    'no-seat',
    'age',
    'assessment',
    'support-needs',
    'papers-awaited',
    'family-asked',
    'duplicate',
    'mistake',
    'other',
  ],
}

export const reasonsFor = (to: StudentStatus): readonly Reason[] => byStatus[to] ?? reasons
