import type { Context } from 'hono'
import type { Audience } from '#shared/kernel/endpoint.ts'
import { clientAddress } from './address.ts'
import { authenticateDevice, authenticateSender, authenticateSession, carriesDevice, deviceOf } from './authenticate.ts'
import type { CommonCtx, OpenCtx } from './context.ts'
import type { Services } from './services.ts'
import { resolveSchool, schoolOrigin } from './tenant.ts'

/** Finds the school and the caller, as far as the audience requires. @throws AppError of tenant, auth and device */
export async function buildContext(
  c: Context,
  services: Services,
  audience: Audience,
  rawBody: Uint8Array<ArrayBuffer>,
): Promise<CommonCtx> {
  const { deps } = services
  const address = clientAddress(c, deps.settings.trustProxy)
  const userAgent = c.req.header('user-agent')?.slice(0, 300) ?? ''
  const common: CommonCtx = { deps, requestId: c.get('requestId'), address, userAgent, rawBody }
  if (audience === 'common') return common

  const school = await resolveSchool(c, services)
  c.set('schoolCode', school.code)
  const open: OpenCtx = {
    ...common,
    school,
    origin: schoolOrigin(c, deps.settings, school.code),
    tenant: (work) => deps.db.tenant(school.schoolId, work),
    signedBy: () => deviceOf(open, services, c.req.raw),
  }
  if (audience === 'open') return open
  if (audience === 'sender') return Object.assign(open, { device: await authenticateSender(open, services, c.req.raw) })

  const byDevice = audience === 'device' || (audience === 'either' && carriesDevice(c.req.raw))
  const caller = byDevice
    ? { session: undefined, device: await authenticateDevice(open, services, c.req.raw) }
    : { session: await authenticateSession(open, services, c.req.raw), device: undefined }
  return Object.assign(open, caller)
}
