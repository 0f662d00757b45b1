import { findSession } from './features/identity/sessions/session.service.ts'
import { SchoolDirectory } from './features/school/directory.service.ts'
import { DeviceKeys, verifyDeviceCall, verifySenderCall } from './features/sync/devices/device-call.service.ts'
import { admitToken } from './features/programs/tokens/token-call.service.ts'
import type { Services } from './http/services.ts'
import { installationId } from './kernel/db.ts'
import type { Deps } from './kernel/deps.ts'

/** Opens what the layer of HTTP asks the features for: schools, sessions and devices. */
export function openServices(deps: Deps): Services {
  const directory = new SchoolDirectory(deps.db, deps.clock)
  const keys = new DeviceKeys()
  return {
    deps,
    findSchool: (code) => directory.byCode(code),
    findSchoolByDomain: (host) => directory.byDomain(host),
    forgetSchool: (code) => directory.forget(code),
    findProvider: (token) =>
      deps.db.tenant(installationId, (tx) => findSession(tx, installationId, token, deps.clock.nowMs())),
    findSession: (ctx, token) => ctx.tenant((tx) => findSession(tx, ctx.school.schoolId, token, deps.clock.nowMs())),
    admitToken,
    verifyDevice: (ctx, call, read) => verifyDeviceCall(ctx, keys, call, read),
    verifySender: (ctx, call) => verifySenderCall(ctx, keys, call),
    ready: () => deps.db.probe(),
  }
}
