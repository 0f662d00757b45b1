import type { StudentWork } from '#shared/students/student-work.contract.ts'

/** A page of a queue as a device may remember it: who was refused with support needs is known from no line. */
export const withoutNotices = (work: StudentWork): StudentWork => ({
  ...work,
  rows: work.rows.map((row) => (row.next?.of === 'notice' ? { ...row, next: null } : row)),
})
