import { ask } from '#client/platform/http.ts'
import type { DeviceId } from '#shared/kernel/ids.ts'
import { deviceList, handleAlert } from '#shared/sync/device-health.contract.ts'
import { createPairingCode, revokeDevice, tillList } from '#shared/sync/device.contract.ts'

export const listDevices = () => ask(deviceList, {})
export const listTills = async () => (await ask(tillList, {})).tills
export const makeCode = (tillId: string) => ask(createPairingCode, { tillId })
export const markHandled = (alertId: string, note: string) =>
  ask(handleAlert, { alertId, ...(note.trim() ? { note: note.trim() } : {}) })
export const revoke = (deviceId: DeviceId) => ask(revokeDevice, { deviceId })
