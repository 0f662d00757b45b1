// chunk: device
import type { Numbers } from './save-action.ts'

/** `site-till-epoch-seq`: made on the device, gapless per till and epoch. */
export const receiptNumber = (siteCode: string, tillCode: string, epoch: number, seq: number): string =>
  `${siteCode}-${tillCode}-${epoch}-${String(seq).padStart(6, '0')}`

export const next = (numbers: Numbers, name: string): number => (numbers[name] ?? 0) + 1
