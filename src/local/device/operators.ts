import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import type { SignedInUser } from '#shared/identity/auth.contract.ts'
import { toHex } from '#shared/kernel/bytes.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Random, UserId } from '#shared/kernel/ids.ts'
import { hasPermission, type Role } from '#shared/kernel/roles.ts'
import { type Clock, dayMs } from '#shared/kernel/time.ts'
import type { DeviceIdentity } from './identity.ts'

/** Operator who has signed in on this till before, with a verifier of the PIN chosen for it. */
export interface KnownOperator {
  user: SignedInUser
  saltHex: string
  verifierHex: string
  failures: number
  /** Wall time of the last sign-in confirmed by the server. */
  confirmedAtMs: number
  /** Wrong PINs at approvals since the last right one, and the wall time of the last lock that they led to. */
  approving?: { failures: number; lockedAtMs?: number }
}

export interface OperatorEntry {
  userId: string
  name: Bilingual
  roles: readonly Role[]
  /** False after too many wrong PINs or 14 days without contact: then only the password, online, works. */
  usable: boolean
}

export type KnownOperators = Record<string, KnownOperator>

export const metaKey = 'operators'
export const maxFailures = 5
const maxAgeMs = 14 * dayMs
/** A six-digit PIN is short, so each guess must be slow, and useless without this device's own key. */
const iterations = 600_000
const pinPattern = /^\d{6}$/

export interface OperatorsParts {
  store: OutboxStore
  identity: DeviceIdentity
  clock: Clock
  random: Random
  /** Wall time of the last server answer on this device. */
  lastContactMs(): number | null
}

/** Opens the operators known to this till, for signing in offline. */
export function openOperators(parts: OperatorsParts) {
  const read = async () => (await parts.store.getMeta<KnownOperators>(metaKey)) ?? {}
  // In one transaction: concurrent guesses, in this tab or others, must each count.
  const change = (step: (all: KnownOperators) => KnownOperators) =>
    parts.store.changeMeta<KnownOperators>(metaKey, (all = {}) => step(all))
  return {
    parts,

    list: async (): Promise<OperatorEntry[]> =>
      Object.values(await read()).map((o) => ({
        userId: o.user.userId,
        name: o.user.name,
        roles: o.user.authority,
        usable: isUsable(parts, o),
      })),

    /** Stores a verifier of the PIN on this device, after a sign-in the server confirmed. */
    remember: async (user: SignedInUser, pin: string): Promise<void> => {
      if (!pinPattern.test(pin)) throw new AppError('request.invalid', { field: 'pin' })
      const saltHex = toHex(parts.random.bytes(16))
      const verifierHex = await derive(parts.identity.pinKey, pin, saltHex)
      const known = { user, saltHex, verifierHex, failures: 0, confirmedAtMs: parts.clock.nowMs() }
      await change((all) => ({ ...all, [user.userId]: known }))
    },

    /**
     * Signs in by PIN alone. The attempt is counted durably before it is checked, so that cutting the power gives no free guess.
     * @throws AppError auth.wrong-credentials, auth.too-many-attempts, auth.session-expired
     */
    signIn: async (userId: string, pin: string): Promise<SignedInUser> => {
      let operator: KnownOperator | undefined
      await change((all) => {
        operator = admit(parts, all[userId])
        return { ...all, [userId]: { ...operator, failures: operator.failures + 1 } }
      })
      if (!operator) throw new AppError('auth.wrong-credentials')
      if ((await derive(parts.identity.pinKey, pin, operator.saltHex)) !== operator.verifierHex) {
        throw new AppError('auth.wrong-credentials', { field: 'pin' })
      }
      const { user } = operator
      await change((all) => {
        const now = all[userId]
        return now ? { ...all, [userId]: { ...now, failures: 0 } } : all
      })
      return user
    },
  }
}

export type Operators = ReturnType<typeof openOperators>

/**
 * Deletes the PINs of operators missing from the server's list, and PINs chosen before their owner's password was replaced
 * (`pinEpochs`): someone who knew the old password may have chosen them. Who is no supervisor any more approves nothing.
 */
export async function keepOperators(
  store: OutboxStore,
  allowed: readonly UserId[],
  pinEpochs: Readonly<Record<string, number>> = {},
  supervisors?: readonly UserId[],
): Promise<void> {
  const isGone = ([userId, { user }]: [string, KnownOperator]) =>
    !allowed.some((id) => id === userId) || (user.pinEpoch ?? 0) < (pinEpochs[userId] ?? 0)
  const isDemoted = ([userId, { user }]: [string, KnownOperator]) =>
    supervisors?.some((id) => id === userId) === false && hasPermission(user.authority, 'refund.approve')
  const known = await store.getMeta<KnownOperators>(metaKey)
  if (!known || !Object.entries(known).some((entry) => isGone(entry) || isDemoted(entry))) return
  await store.changeMeta<KnownOperators>(metaKey, (all = {}) => {
    const kept = Object.entries(all).filter((entry) => !isGone(entry))
    return Object.fromEntries(kept.map((entry) => (isDemoted(entry) ? [entry[0], asOperator(entry[1])] : entry)))
  })
}

const asOperator = ({ user, ...known }: KnownOperator): KnownOperator => ({
  ...known,
  user: { ...user, authority: ['operator'] },
})

/** Returns the operator if a PIN attempt is allowed. @throws AppError otherwise */
export function admit(parts: OperatorsParts, operator: KnownOperator | undefined): KnownOperator {
  if (!operator) throw new AppError('auth.wrong-credentials')
  if (operator.failures >= maxFailures) throw new AppError('auth.too-many-attempts')
  if (!isUsable(parts, operator)) throw new AppError('auth.session-expired')
  return operator
}

/** Counts device contact as well as a sign-in. A clock set back by more than the validity period is not trusted. */
function isUsable(parts: OperatorsParts, operator: KnownOperator): boolean {
  const lastMs = Math.max(operator.confirmedAtMs, parts.lastContactMs() ?? 0)
  const ageMs = parts.clock.nowMs() - lastMs
  return operator.failures < maxFailures && ageMs < maxAgeMs && ageMs > -maxAgeMs
}

export async function derive(pinKey: CryptoKey, pin: string, saltHex: string): Promise<string> {
  const peppered = await crypto.subtle.sign('HMAC', pinKey, new TextEncoder().encode(`${saltHex}:${pin}`))
  const material = await crypto.subtle.importKey('raw', peppered, 'PBKDF2', false, ['deriveBits'])
  const salt = new TextEncoder().encode(saltHex)
  const bits = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, material, 256)
  return toHex(new Uint8Array(bits))
}
