import type { SQL } from 'drizzle-orm'
import type { Deps } from '#server/kernel/deps.ts'
import type { ApiScope } from '#shared/kernel/api-scopes.ts'
import type { CallingDevice, OpenCtx, School, Sender, Session } from './context.ts'

/** Signature data of a call; the first three are headers and may be missing. */
export interface SignedCall {
  readonly id: string | null
  readonly time: string | null
  readonly signature: string | null
  readonly method: string
  /** With the prefix, and with the query where there is one. */
  readonly path: string
  readonly body: Uint8Array<ArrayBuffer>
}

/**
 * An expression over the row of `devices` that is looked up: subqueries of tables of its school. Each names the school by this value and not by
 * a column, or Citus does not see that one node has all of them.
 */
export type ReadWithDevice = (at: { nowMs: number; schoolId: string }) => SQL

/** Functions that this layer needs from features; `createApp` provides them. */
export interface Services {
  readonly deps: Deps
  findSchool(code: string): Promise<School | undefined>
  /** Finds the school whose own domain this host is. */
  findSchoolByDomain(host: string): Promise<School | undefined>
  /** Drops what is cached of a school that has changed. */
  forgetSchool(code: string): void
  /** Returns the active session of a bearer token in this school. */
  findSession(ctx: OpenCtx, token: string): Promise<Session | undefined>
  /** Returns the session in which another program's call is made. @throws AppError auth.token-over, auth.token-scope, request.too-many */
  admitToken(ctx: OpenCtx, token: string, scope: ApiScope | undefined): Promise<Session>
  /** Returns the active session of a bearer token of the installation's provider. */
  findProvider(token: string): Promise<Session | undefined>
  /** Verifies a device's signature. @throws AppError device.unknown, device.clock, device.bad-signature, device.revoked */
  verifyDevice(ctx: OpenCtx, call: SignedCall, read?: ReadWithDevice): Promise<CallingDevice>
  /** Verifies the signature of a device or an anonymous sender. */
  verifySender(ctx: OpenCtx, call: SignedCall): Promise<Sender>
  /** Rejects while the server cannot work. */
  ready(): Promise<void>
}
