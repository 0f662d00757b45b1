import type { Decided } from '../hooks/use-documents.ts'

/** How much the button of a decision says for itself: while what belongs to one is asked for, only that form's own button leads. */
export function actKind(act: Decided, asked: Decided | undefined): 'main' | 'bad' | 'plain' {
  if (asked !== undefined) return 'plain'
  return act === 'approve' ? 'main' : act === 'reject' ? 'bad' : 'plain'
}
