import type { Context } from 'hono'
import { apiTokenPrefix } from '#shared/kernel/api-scopes.ts'
import type { Endpoint } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { deviceHeaders } from '#shared/sync/device.contract.ts'
import { clientAddress } from './address.ts'
import type { CallingDevice, CommonCtx, OpenCtx, Sender, Session } from './context.ts'
import type { ReadWithDevice, Services, SignedCall } from './services.ts'
import { resolveSchool, schoolOrigin, schoolsBase, testHostOf } from './tenant.ts'

const bearerOf = (request: Request): string | undefined =>
  /^Bearer ([\w-]{1,200})$/i.exec(request.headers.get('authorization') ?? '')?.[1]

/**
 * Returns the session of the bearer token, which is a person's or another program's.
 * @throws AppError auth.session-required, auth.session-expired, and of a program's token auth.token-over, auth.token-scope,
 * request.too-many
 */
async function authenticateSession(ctx: OpenCtx, services: Services, offered: Endpoint['public']): Promise<Session> {
  if (ctx.bearer === undefined) throw new AppError('auth.session-required')
  if (ctx.bearer.startsWith(apiTokenPrefix)) return services.admitToken(ctx, ctx.bearer, offered?.scope)
  const session = await services.findSession(ctx, ctx.bearer)
  if (!session) throw new AppError('auth.session-expired')
  return session
}

/** Returns the session of the provider. @throws AppError auth.session-required, auth.session-expired */
async function authenticateProvider(c: Context, services: Services): Promise<Session> {
  const token = bearerOf(c.req.raw)
  if (token === undefined) throw new AppError('auth.session-required')
  const session = await services.findProvider(token)
  if (!session) throw new AppError('auth.session-expired')
  return session
}

const carriesDevice = (request: Request): boolean => request.headers.has(deviceHeaders.id)

/** Returns the device that signed the call, where a signature is optional: an invalid one counts as none. */
async function deviceOf(ctx: OpenCtx, services: Services, request: Request): Promise<CallingDevice | undefined> {
  if (!carriesDevice(request)) return undefined
  return authenticateDevice(ctx, services, request).catch((error: unknown) => {
    if (error instanceof AppError) return undefined
    throw error
  })
}

/**
 * Returns the device that signed the call. @throws AppError device.unknown, device.clock, device.bad-signature, device.revoked
 */
const authenticateDevice = (
  ctx: OpenCtx,
  services: Services,
  request: Request,
  read?: ReadWithDevice,
): Promise<CallingDevice> => services.verifyDevice(ctx, signedCallOf(ctx, request), read)

/** Returns the device or anonymous sender that signed the call. @throws AppError like `authenticateDevice` */
const authenticateSender = (ctx: OpenCtx, services: Services, request: Request): Promise<Sender> =>
  services.verifySender(ctx, signedCallOf(ctx, request))

function signedCallOf(ctx: OpenCtx, request: Request): SignedCall {
  const url = new URL(request.url)
  return {
    id: request.headers.get(deviceHeaders.id),
    time: request.headers.get(deviceHeaders.time),
    signature: request.headers.get(deviceHeaders.signature),
    method: request.method,
    path: url.pathname + url.search,
    body: ctx.rawBody,
  }
}

interface BuiltRoute {
  readonly endpoint: Pick<Endpoint, 'audience' | 'public'>
  readonly withDevice?: ReadWithDevice | undefined
}

/** Finds the school and the caller, as far as the audience requires. @throws AppError of tenant, auth and device */
export async function buildContext(
  c: Context,
  services: Services,
  { endpoint: { audience, public: offered }, withDevice }: BuiltRoute,
  rawBody: Uint8Array<ArrayBuffer>,
): Promise<CommonCtx> {
  const { deps } = services
  const address = clientAddress(c, deps.settings.trustProxy)
  const userAgent = c.req.header('user-agent')?.slice(0, 300) ?? ''
  const common: CommonCtx = {
    deps,
    requestId: c.get('requestId'),
    schoolsBase: () => schoolsBase(c, deps.settings),
    testHost: testHostOf(c, deps.settings),
    address,
    userAgent,
    rawBody,
  }
  if (audience === 'common') return common
  if (audience === 'provider') return Object.assign(common, { provider: await authenticateProvider(c, services) })

  const school = await resolveSchool(c, services)
  c.set('schoolCode', school.code)
  const open: OpenCtx = {
    ...common,
    school,
    origin: schoolOrigin(c, deps.settings, school),
    bearer: bearerOf(c.req.raw),
    tenant: (work) => deps.db.tenant(school.schoolId, work),
    signedBy: () => deviceOf(open, services, c.req.raw),
  }
  if (audience === 'open') return open
  if (audience === 'sender') return Object.assign(open, { device: await authenticateSender(open, services, c.req.raw) })

  const byDevice = audience === 'device' || (audience === 'either' && carriesDevice(c.req.raw))
  const caller = byDevice
    ? { session: undefined, device: await authenticateDevice(open, services, c.req.raw, withDevice) }
    : { session: await authenticateSession(open, services, offered), device: undefined }
  return Object.assign(open, caller)
}
