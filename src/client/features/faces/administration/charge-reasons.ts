/** Why a charge was held, as the sale's flags name it. */
const reasons = [
  'face-over-cap',
  'face-no-consent',
  'face-expired',
  'face-replayed',
  'face-not-confirmed',
  'face-unchecked',
  'face-unknown',
  'face-other-person',
] as const

/** Reasons that this release has words for; a newer server may know more. */
export const isKnownReason = (reason: string): reason is (typeof reasons)[number] =>
  (reasons as readonly string[]).includes(reason)
