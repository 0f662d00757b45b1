import type { Deps } from '#server/kernel/deps.ts'
import type { CallingDevice, OpenCtx, School, Sender, Session } from './context.ts'

/** What a signed call brings; the first three are headers and may be missing. */
export interface SignedCall {
  readonly id: string | null
  readonly time: string | null
  readonly signature: string | null
  readonly method: string
  /** With the prefix, and with the query where there is one. */
  readonly path: string
  readonly body: Uint8Array<ArrayBuffer>
}

/** What this room needs to know from the features; `createApp` brings them together. */
export interface Services {
  readonly deps: Deps
  findSchool(code: string): Promise<School | undefined>
  /** The living session of a bearer token in this school. */
  findSession(ctx: OpenCtx, token: string): Promise<Session | undefined>
  /** @throws AppError device.unknown, device.clock, device.bad-signature, device.revoked */
  verifyDevice(ctx: OpenCtx, call: SignedCall): Promise<CallingDevice>
  /** The same for a visitor's browser too. */
  verifySender(ctx: OpenCtx, call: SignedCall): Promise<Sender>
  /** Rejects while the server can't do its work. */
  ready(): Promise<void>
}
