// chunk: desk-parts
import { icon } from '#client/ui/icons/icon.tsx'
import type { StudentStatus } from '#shared/students/student-status.rules.ts'

const circle = <circle cx="12" cy="12" r="8.5" />

/** Nine shapes, told apart without any colour. */
export const statusIcons = {
  new: icon(<circle cx="12" cy="12" r="8.5" strokeDasharray="3 3.2" />),
  shortlisted: icon(<path d="m12 3.8 2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z" />),
  waiting: icon(<path d="M7 4h10M7 20h10M8 4c0 4.5 8 6.5 8 8s0 3.5-8 8M16 4c0 4.5-8 6.5-8 8" />),
  'on-hold': icon(
    <>
      {circle}
      <path d="M10 9v6M14 9v6" />
    </>,
  ),
  'offer-out': icon(<path d="M4 6.5h16v11H4zM4 7l8 6 8-6" />),
  accepted: icon(<path d="m5 12.5 4.5 4.5L19 7.5" />),
  booked: icon(
    <>
      <rect x="5" y="11" width="14" height="9" rx="2" />
      <path d="M8 11V8a4 4 0 0 1 8 0v3" />
    </>,
  ),
  confirmed: icon(
    <>
      {circle}
      <path d="m8 12.3 2.8 2.8L16 9.5" />
    </>,
  ),
  rejected: icon(
    <>
      {circle}
      <path d="m9 9 6 6M15 9l-6 6" />
    </>,
  ),
} as const satisfies Record<StudentStatus, ReturnType<typeof icon>>
