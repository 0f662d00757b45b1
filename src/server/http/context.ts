import type { Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { SignedInUser } from '#shared/identity/auth.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { DeviceId } from '#shared/kernel/ids.ts'
import type { Currency } from '#shared/kernel/money.ts'
import type { Role } from '#shared/kernel/roles.ts'

declare module 'hono' {
  /** What travels with a request inside Hono; the access log reads it when the answer is ready. */
  interface ContextVariableMap {
    requestId: string
    /** The pattern of the matched route, never the address as called: that one may carry tokens. */
    route: string | undefined
    schoolCode: string | undefined
  }
}

/**
 * What a call must know of its school; up to thirty seconds old. What money depends on (taxes, prices) is not here:
 * it is read in the transaction that uses it.
 */
export interface School {
  readonly schoolId: string
  readonly code: string
  readonly name: Bilingual
  readonly currency: Currency
  readonly timeZone: string
  readonly cutoverMinute: number
  readonly language: Language
}

/** The signed-in person of a call. Looked up anew each time, so that a revoked session is dead at once. */
export interface Session {
  readonly user: SignedInUser
  readonly roles: readonly Role[]
  readonly kind: 'staff' | 'pos'
  readonly tokenHash: string
}

/** The paired device that signed a call. */
export interface CallingDevice {
  readonly kind: 'device'
  readonly deviceId: DeviceId
  readonly tillId: string
  /** The till's epoch when this device was paired to it. */
  readonly epoch: number
}

/** A browser that nobody has paired, known by its key alone: it may hand in forms, and see and finish its own. */
export interface CallingVisitor {
  readonly kind: 'visitor'
  readonly deviceId: DeviceId
}

/** Whoever signs operations. */
export type Sender = CallingDevice | CallingVisitor

/** What every handler gets, whoever calls. */
export interface CommonCtx {
  readonly deps: Deps
  readonly requestId: string
  /** The caller's network address as text; `unknown` where there is no network (in the browser). */
  readonly address: string
  /** What the caller's program says it is; empty where it says nothing. Anybody can say anything. */
  readonly userAgent: string
  /** The body as it came; empty for a GET. */
  readonly rawBody: Uint8Array<ArrayBuffer>
}

/** A call that names a school. */
export interface OpenCtx extends CommonCtx {
  readonly school: School
  /** The school's own address, for links: from the settings where they name one, else as the caller has reached it. */
  readonly origin: string
  /** The paired device that signed the call, where a call may come without; nothing when none did or its word does not hold. */
  signedBy(): Promise<CallingDevice | undefined>
  /** One transaction that sees this school only. It may run `work` again: no side effects outside. */
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

/** Exactly one of the two is there. */
export type EitherCtx = OpenCtx &
  (
    | { readonly session: Session; readonly device: undefined }
    | { readonly session: undefined; readonly device: CallingDevice }
  )
