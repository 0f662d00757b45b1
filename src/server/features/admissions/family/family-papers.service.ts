import { checklistFor } from '#server/features/documents/document.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { DocumentState } from '#shared/documents/document-state.rules.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { todayOf } from '../documents/student-documents.service.ts'
import type { FamilyCtx, FamilyStudent } from './family-child.types.ts'

const shownAs = {
  missing: 'missing',
  expired: 'missing',
  rejected: 'again',
  uploaded: 'sent',
  'in-review': 'sent',
  approved: 'done',
  waived: 'done',
  undertaking: 'later',
} as const satisfies Record<DocumentState, string>

/** Returns the documents that the school requires of a child, and how far each has come, as its family is told. */
export async function familyPapers(
  tx: Tx,
  ctx: FamilyCtx,
  student: FamilyStudent,
): Promise<{ label: Bilingual; state: (typeof shownAs)[DocumentState] }[]> {
  const { items } = await checklistFor(tx, student, todayOf(ctx))
  return items.filter(({ isAsked }) => isAsked).map(({ type, state }) => ({ label: type.label, state: shownAs[state] }))
}
