import { dayMs, fromInstant } from '#shared/kernel/time.ts'
import type { DeviceCondition, PrinterState, ReportedCondition } from './device-condition.contract.ts'

/** Share of its storage from which a device is nearly full. */
const fullShare = 0.85
/** A report is about now for so long; what is older says nothing of a device that is switched off. */
const currentMs = dayMs

type Storage = DeviceCondition['storage']

/** Returns how much of its storage a device uses, 0 to 1; 0 where it is not known. */
export const storageShare = (storage: Storage): number =>
  storage === null || storage.quotaMb === 0 ? 0 : Math.min(1, storage.usedMb / storage.quotaMb)

/** What about a device needs somebody. */
export type ConditionTrouble = 'storage-full' | 'no-paper' | 'printer-failed'

/** Lists what needs somebody at a device that has reported lately; nothing where it never did. */
export function conditionTroubles(condition: ReportedCondition | null, nowMs: number): ConditionTrouble[] {
  if (condition === null || nowMs - fromInstant(condition.reportedAt) > currentMs) return []
  const { storage, printer } = condition
  return [
    ...(storageShare(storage) >= fullShare ? (['storage-full'] as const) : []),
    ...(printer?.state === 'no-paper' ? (['no-paper'] as const) : []),
    ...(printer?.state === 'failed' ? (['printer-failed'] as const) : []),
  ]
}

/** A print as far as its printer's state goes. */
interface Print {
  printer: string
  why: string | null
}

/**
 * Returns the state of a printer by the prints made with it, newest first. One under way says nothing yet.
 * @param refused true if the last paper went to the print dialog, since the way to this printer is not open
 */
export function printerState(
  printer: string,
  { isSetUp, prints, refused }: { isSetUp: boolean; prints: readonly Print[]; refused: boolean },
): PrinterState {
  const last = prints.find((print) => print.printer === printer && print.why !== 'under-way')
  // The print dialog is there without being chosen: who has printed with it has set it up.
  if (!isSetUp && !last) return 'not-set-up'
  if (refused) return 'failed'
  if (!last) return 'untried'
  if (last.why === 'no-paper') return 'no-paper'
  return last.why === null ? 'ready' : 'failed'
}

/** Steps of storage in which a change is worth a report. */
const steps = 20

/** Returns the part of a condition whose change is worth a report at once: how full in steps of a twentieth, not megabyte by megabyte. */
export const conditionDigest = ({ storage, printer }: DeviceCondition): string =>
  JSON.stringify([storage && [Math.floor(storageShare(storage) * steps), storage.isPersisted], printer])
