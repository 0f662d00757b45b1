import { fromInstant, minuteMs } from '#shared/kernel/time.ts'
import { isClockOff } from '#shared/sync/clock.rules.ts'
import { conditionTroubles } from '#shared/sync/device-condition.rules.ts'
import type { DeviceAlert, DeviceHealth } from '#shared/sync/device-health.contract.ts'

/** Alerts that wait for somebody. */
export const openAlerts = ({ alerts }: DeviceHealth): DeviceAlert[] => alerts.filter(({ handled }) => handled === null)

/** `never`: paired, but has not called yet · `silent`: has work that we wait for, and does not call. */
export type DeviceState = 'revoked' | 'alert' | 'never' | 'silent' | 'waiting' | 'good'

/** A device calls every minute or so while it is in use; after this long something keeps it away. */
const silentMs = 15 * minuteMs

/** How a device stands, worst first. */
export function deviceState(device: DeviceHealth, nowMs: number): DeviceState {
  if (device.revokedAt) return 'revoked'
  if (openAlerts(device).length > 0 || device.missing.length > 0 || isClockOff(device.clockOffsetMs)) return 'alert'
  if (conditionTroubles(device.condition, nowMs).length > 0) return 'alert'
  if (!device.lastContactAt) return 'never'
  if (device.unsentCount === 0) return 'good'
  return nowMs - fromInstant(device.lastContactAt) > silentMs ? 'silent' : 'waiting'
}

const order: readonly DeviceState[] = ['alert', 'silent', 'waiting', 'never', 'good', 'revoked']

/** What needs somebody first, then by till. */
export const byNeed = (devices: readonly DeviceHealth[], nowMs: number): DeviceHealth[] =>
  devices.toSorted(
    (a, b) =>
      order.indexOf(deviceState(a, nowMs)) - order.indexOf(deviceState(b, nowMs)) ||
      (a.till.tillCode < b.till.tillCode ? -1 : 1),
  )
