// chunk: device
import { minuteMs } from '#shared/kernel/time.ts'

/** How far a device's own clock may be from the server's before somebody is asked to set it. */
const toleranceMs = 2 * minuteMs

/** Whether a device's clock has to be set; `offsetMs` is the server's time minus the device's, null while unknown. */
export const isClockOff = (offsetMs: number | null): boolean => offsetMs !== null && Math.abs(offsetMs) > toleranceMs
