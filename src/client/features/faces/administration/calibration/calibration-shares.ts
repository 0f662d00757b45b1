import type { FaceCalibration } from '#shared/faces/face-report.contract.ts'

export type Figures = NonNullable<FaceCalibration['figures']>

/**
 * A share that was counted, as it may be said: none of so many pairs does not mean never. With 95 % confidence it is at most
 * three over their number.
 */
export function shareInWords(share: number, pairs: number): { how: 'counted' | 'none' | 'unknown'; value: number } {
  if (pairs === 0) return { how: 'unknown', value: 0 }
  return share > 0 ? { how: 'counted', value: share } : { how: 'none', value: Math.min(1, 3 / pairs) }
}

export interface Bar {
  from: number
  to: number
  count: number
}

/** The steps of a histogram from the first to the last that both need, so that they stand on one scale. */
export function barsOf({
  step,
  genuine,
  impostor,
}: {
  step: number
  genuine: readonly number[]
  impostor: readonly number[]
}) {
  const filled = (counts: readonly number[]) => counts.findLastIndex((count) => count > 0) + 1
  const steps = Math.max(1, filled(genuine), filled(impostor))
  const bars = (counts: readonly number[]): Bar[] =>
    Array.from({ length: steps }, (_none, i) => ({ from: i * step, to: (i + 1) * step, count: counts[i] ?? 0 }))
  return { end: steps * step, genuine: bars(genuine), impostor: bars(impostor) }
}
