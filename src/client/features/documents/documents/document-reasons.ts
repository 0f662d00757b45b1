/** Why a paper will not do. Kept as codes; words are the reader's. */
const refusals = [
  'unreadable',
  'wrong-paper',
  'incomplete',
  'expired',
  'not-attested',
  'names-differ',
  'other',
] as const
/** Why the school does without one. */
const waivers = ['not-needed', 'cannot-be-had', 'other'] as const

export type DocumentReason = (typeof refusals)[number] | (typeof waivers)[number]
const known: ReadonlySet<string> = new Set([...refusals, ...waivers])

export const isReason = (code: string): code is DocumentReason => known.has(code)
export const reasonsFor = (act: 'reject' | 'waive'): readonly DocumentReason[] =>
  act === 'reject' ? refusals : waivers
