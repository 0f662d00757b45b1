import type { Voice } from '#server/features/lists/export/list-words.service.ts'
import type { Reason } from '#shared/pos/pos-report.contract.ts'

/** Kinds that say what a sale went beyond; of the others the row's own type says it. */
const named: readonly string[] = ['allergy', 'discount', 'line-discount', 'price', 'difference']

/** Returns a reason in words for a cell: what for, of which item, and why. */
export function reasonText({ kind, text, item }: Pick<Reason, 'kind' | 'text' | 'item'>, voice: Voice): string {
  if (!named.includes(kind)) return text
  return `${[voice.word('sales.reason', kind), voice.name(item)].filter(Boolean).join(' ')}: ${text}`
}
