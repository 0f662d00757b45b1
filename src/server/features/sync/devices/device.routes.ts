import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { deviceList, handleAlert as handleAlertEndpoint } from '#shared/sync/device-health.contract.ts'
import {
  createPairingCode as createPairingCodeEndpoint,
  pairDevice,
  revokeDevice as revokeDeviceEndpoint,
  tillList,
} from '#shared/sync/device.contract.ts'
import { reportCondition } from '#shared/sync/device-condition.contract.ts'
import { readPlaces, removeTill, savePlace, saveTill } from '#shared/sync/places.contract.ts'
import { handleAlert } from './alert.service.ts'
import { listTills, recordCondition, revokeDevice } from './device.service.ts'
import { listDevices } from './device-health.service.ts'
import { createPairingCode, redeemPairingCode } from './pairing.service.ts'
import { dropTill, listPlaces, setPlace, setTill } from './places.service.ts'

const done = { success: true as const }

const placeRoutes = () => [
  route.session(readPlaces, async (ctx) => {
    requirePermission(ctx.session, 'device.manage')
    return { places: await ctx.tenant((tx) => listPlaces(tx, ctx.school.schoolId)) }
  }),
  route.session(savePlace, async (ctx, { place, seenName }) => {
    requirePermission(ctx.session, 'device.manage')
    await ctx.tenant((tx) => setPlace(tx, ctx, place, seenName))
    return done
  }),
  route.session(saveTill, async (ctx, { placeTill, seenName }) => {
    requirePermission(ctx.session, 'device.manage')
    await ctx.tenant((tx) => setTill(tx, ctx, placeTill, seenName))
    return done
  }),
  route.session(removeTill, async (ctx, { tillId }) => {
    requirePermission(ctx.session, 'device.manage')
    await ctx.tenant((tx) => dropTill(tx, ctx, tillId))
    return done
  }),
]

export const deviceRoutes: Feature = ({ clock }) => [
  ...placeRoutes(),
  route.session(tillList, async (ctx) => {
    requirePermission(ctx.session, 'device.see')
    return { tills: await ctx.tenant((tx) => listTills(tx, ctx.school.schoolId)) }
  }),
  route.session(createPairingCodeEndpoint, (ctx, { tillId }) => {
    requirePermission(ctx.session, 'device.manage')
    return createPairingCode(ctx, tillId)
  }),
  route.open(pairDevice, redeemPairingCode),
  route.device(reportCondition, async ({ deps, school, device }, condition) => {
    const of = { schoolId: school.schoolId, deviceId: device.deviceId, nowMs: clock.nowMs() }
    // No change in the school that background work must look at.
    await deps.db.tenant(school.schoolId, (tx) => recordCondition(tx, of, condition), { isQuiet: true })
    return done
  }),
  route.session(revokeDeviceEndpoint, async (ctx, { deviceId }) => {
    requirePermission(ctx.session, 'device.manage')
    await ctx.tenant(async (tx) => {
      await revokeDevice(tx, ctx.school.schoolId, deviceId, clock.nowMs())
      await recordAuditEvent(tx, ctx, 'device-revoked', { about: deviceId, facts: {} })
    })
    return { success: true as const }
  }),
  route.session(handleAlertEndpoint, async (ctx, body) => {
    requirePermission(ctx.session, 'alert.handle')
    const done = { by: ctx.session.user.userId, at: toInstant(clock.nowMs()) }
    await ctx.tenant((tx) => handleAlert(tx, ctx.school.schoolId, body, done))
    return { success: true as const }
  }),
  route.session(deviceList, async (ctx) => {
    requirePermission(ctx.session, 'device.see')
    const devices = await ctx.tenant((tx) => listDevices(tx, ctx.school.schoolId))
    return { devices, serverTime: toInstant(clock.nowMs()) }
  }),
]
