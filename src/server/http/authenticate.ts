import { AppError } from '#shared/kernel/errors.ts'
import { deviceHeaders } from '#shared/sync/device.contract.ts'
import type { CallingDevice, OpenCtx, Sender, Session } from './context.ts'
import type { Services, SignedCall } from './services.ts'

/** Returns the session of the bearer token. @throws AppError auth.session-required, auth.session-expired */
export async function authenticateSession(ctx: OpenCtx, services: Services, request: Request): Promise<Session> {
  const token = /^Bearer ([\w-]{1,200})$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (token === undefined) throw new AppError('auth.session-required')
  const session = await services.findSession(ctx, token)
  if (!session) throw new AppError('auth.session-expired')
  return session
}

export const carriesDevice = (request: Request): boolean => request.headers.has(deviceHeaders.id)

/** Returns the device that signed the call, where a signature is optional: an invalid one counts as none. */
export async function deviceOf(ctx: OpenCtx, services: Services, request: Request): Promise<CallingDevice | undefined> {
  if (!carriesDevice(request)) return undefined
  return authenticateDevice(ctx, services, request).catch((error: unknown) => {
    if (error instanceof AppError) return undefined
    throw error
  })
}

/**
 * Returns the device that signed the call. @throws AppError device.unknown, device.clock, device.bad-signature, device.revoked
 */
export const authenticateDevice = (ctx: OpenCtx, services: Services, request: Request): Promise<CallingDevice> =>
  services.verifyDevice(ctx, signedCallOf(ctx, request))

/** Returns the device or anonymous sender that signed the call. @throws AppError like `authenticateDevice` */
export const authenticateSender = (ctx: OpenCtx, services: Services, request: Request): Promise<Sender> =>
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
