/**
 * What documents wait for: somebody's look, the family after a refusal, a new paper before or after the last day of the old one,
 * the end of a promise. One that was promised and refused is in two of them.
 */
export const documentWorkKinds = ['review', 'rejected', 'expiring', 'promised'] as const
export type DocumentWorkKind = (typeof documentWorkKinds)[number]

/** Of what ends within so many days staff want to know. */
export const endsSoonDays = 30
