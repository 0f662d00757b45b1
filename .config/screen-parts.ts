import { ours, type Part, staff } from './part.ts'

/** Files of screens behind the sign-in and of access-link pages. */
export const screens: Part[] = [
  // Slots as a family chooses them and as the desk creates them.
  ours(
    'appointment-days',
    ['client/features/admissions/appointments/components', 'appointments.module'],
    ['client/features/admissions/appointments/hooks', 'use-day-words'],
  ),
  // Family's form after it was submitted, and before that is possible.
  ours(
    'after-form',
    ['client/features/forms/fill', 'next-child|thanks-screen.module'],
    ['client/features/forms/fill/components', 'go-on-later.module'],
  ),
  ours(
    'till',
    ['client/features/pos/till', 'till-screen'],
    ['client/features/pos/till/payment', 'number-entry'],
    ['client/features/pos/till/receipts', 'sale.actions'],
    ['client/features/pos/till/hooks', 'use-till'],
    ['client/features/pos/till/board', 'field'],
    ['client/features/pos/till/receipts', 'not-saved'],
    ['client/features/pos/till/payment', 'number-pad'],
  ),
  ours(
    'till-sheets',
    ['client/features/pos/till/board', 'selling-sheets'],
    ['client/features/pos/till/shift', 'shift-sheets'],
  ),
  // Users of one of these pages open the next; the other two need a form and a database.
  staff('face-desk', 'faces/(calibration|charges|deletions|devices|record|settings|suspicions)'),
  staff('counter', 'mails|pos/(devices|report)'),
  ours(
    'desk-frame',
    ['client/shell/nav', 'breadcrumbs|nav-drawer|nav-entries|nav-list|place-pictures|places|side-nav'],
    ['client/shell/desk', 'desk-frame|desk-header|desk-parts|desk.atoms|use-route-key|use-tip'],
    ['client/shell/theme', 'profile-menu'],
    ['client/shell/shortcuts', 'shortcuts|use-shortcuts'],
    ['client/ui/icons', 'frame-icons'],
    ['client/ui', 'common.module'],
  ),
  // Families need these as well, and nothing else of the students' part.
  ours('offer-state', ['shared/admissions/offers', 'offer-state.rules'], ['shared/letters', 'letter-kinds.rules']),
  ours('offer', ['shared/admissions/offers', 'offer.contract']),
  ours('document', ['shared/documents', 'document.contract']),
  // List of students and a student's file: where staff start their day, fetched as one.
  ours(
    'students',
    ['client/features/documents/documents', 'document.api'],
    ['client/features/documents/documents/components', 'document-state|documents-section'],
    ['client/features/students/record/hooks', 'use-student-words'],
    ['client/features/students/record/components', 'status-mark|student-sheet.module'],
    ['client/features/admissions/student-file/components', 'student-history'],
    ['client/features/admissions/offers/components', 'student-offers'],
    ['client/features/admissions/transitions/components', 'student-steps'],
    ['client/platform', 'picked-students'],
    ['shared/students', 'seat.contract'],
    ['shared/admissions', 'student.contract'],
    ['shared/lists', 'spreadsheet.rules'],
    ['shared/students', 'student-columns.rules|actor-roles.rules|student-row.contract|student-status.rules'],
    ['shared/admissions', 'waiting-list.rules'],
  ),
  // Office managers switch between these, and each file saved shortens every first load.
  staff('office', 'audit|messages|people|scoring|seats'),
  ours(
    'profile',
    ['client/features/identity/profile', '*'],
    ['client/shell/shortcuts', 'keys-list'],
    ['client/shell/theme', 'theme-panel'],
  ),
  ours('answers', ['client/features/forms/submissions/components', 'answer-list|submission-sheet']),
  staff('sales', 'pos/(transaction-report|CustomerAccountSummary)'),
  { name: 'phones', test: /libphonenumber-js|phone\.rules\.|whole-number\./ },
]
