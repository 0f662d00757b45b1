import type { Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { SignedInUser } from '#shared/identity/auth.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { DeviceId } from '#shared/kernel/ids.ts'
import type { Currency } from '#shared/kernel/money.ts'
import type { Role } from '#shared/kernel/roles.ts'

declare module 'hono' {
  /** Request data inside Hono; the access log reads it when the answer is ready. */
  interface ContextVariableMap {
    requestId: string
    /** Pattern of the matched route, never the requested address: that one may carry tokens. */
    route: string | undefined
    schoolCode: string | undefined
  }
}

/**
 * School of a call; up to thirty seconds old. Data that money depends on (taxes, prices) is not here: it is read in the
 * transaction that uses it.
 */
export interface School {
  readonly schoolId: string
  readonly code: string
  readonly name: Bilingual
  readonly currency: Currency
  readonly timeZone: string
  readonly cutoverMinute: number
  readonly language: Language
  /** Host of its own domain; null or absent where it has none. */
  readonly domain?: string | null | undefined
  /** Whether mailed links lead to that domain. */
  readonly isDomainInLinks?: boolean | undefined
}

/** Signed-in person of a call. Looked up for each call, so that a revoked session ends at once. */
export interface Session {
  readonly user: SignedInUser
  readonly roles: readonly Role[]
  readonly kind: 'staff' | 'pos'
  readonly tokenHash: string
  /** When a password or a second factor was proved last in this session; undefined where neither was. */
  readonly provedMs?: number | undefined
}

/** Paired device that signed a call. */
export interface CallingDevice {
  readonly kind: 'device'
  readonly deviceId: DeviceId
  readonly tillId: string
  /** Epoch of the till when this device was paired to it. */
  readonly epoch: number
  /** Version of the app it ran when it last sent something. */
  readonly appVersion?: string | null
  /** What the route asked to be read with the device (`RouteOptions.withDevice`). */
  readonly beside?: unknown
}

/** Unpaired browser, known by its key alone: it may submit forms, and see and finish its own. */
export interface CallingVisitor {
  readonly kind: 'visitor'
  readonly deviceId: DeviceId
}

/** Signer of operations. */
export type Sender = CallingDevice | CallingVisitor

/** Context of every handler, whatever the caller. */
export interface CommonCtx {
  readonly deps: Deps
  readonly requestId: string
  /**
   * Returns the origin below which each school has its address: from the settings where they name one, else as the caller has
   * reached it. @throws AppError tenant.missing for an address that is none
   */
  readonly schoolsBase: () => string
  /** Host of this call where trials are made at it (`testHosts`). */
  readonly testHost?: string | undefined
  /** Caller's network address as text; `unknown` where there is no network (in the browser). */
  readonly address: string
  /** User agent as claimed by the caller, unverified; empty without one. */
  readonly userAgent: string
  /** Raw body; empty for a GET. */
  readonly rawBody: Uint8Array<ArrayBuffer>
}

/** Call of the signed-in provider of the installation; it opens no school. */
export interface ProviderCtx extends CommonCtx {
  readonly provider: Session
}

/** Context of a call that names a school. */
export interface OpenCtx extends CommonCtx {
  readonly school: School
  /** School's own address, for links: from the settings where they name one, else as the caller has reached it. */
  readonly origin: string
  /** Bearer token as sent, unverified. */
  readonly bearer?: string | undefined
  /** Returns the paired device that signed the call, where a signature is optional; undefined without a valid one. */
  signedBy(): Promise<CallingDevice | undefined>
  /** Runs one transaction that sees this school only. It may run `work` again: no side effects outside. */
  tenant<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

export interface SessionCtx extends OpenCtx {
  readonly session: Session
}

export interface DeviceCtx extends OpenCtx {
  readonly device: CallingDevice
}

export interface SenderCtx extends OpenCtx {
  readonly device: Sender
}

/** Exactly one of the two is present. */
export type EitherCtx = OpenCtx &
  (
    | { readonly session: Session; readonly device: undefined }
    | { readonly session: undefined; readonly device: CallingDevice }
  )
