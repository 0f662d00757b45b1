import { and, eq, getTableColumns, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { CallingDevice, OpenCtx, Sender } from '#server/http/context.ts'
import type { ReadWithDevice, SignedCall } from '#server/http/services.ts'
import { importPublicKey, sha256HexOf, type VerifyingKey, verifySignature } from '#server/http/signature.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { DeviceId, Instant } from '#shared/kernel/fields.ts'
import { fromInstant, toInstant } from '#shared/kernel/time.ts'
import { type PublicKeyJwk, signatureWindowMs, signedText } from '#shared/sync/device.contract.ts'
import { findVisitorKey } from '../anonymous-sender/visitor.service.ts'
import { devices } from './device.table.ts'

const maxKeys = 500

/** Cache of imported keys of recently calling devices; importing costs more than verifying. */
export class DeviceKeys {
  readonly #keys = new Map<string, Promise<VerifyingKey>>()

  /** Returns the imported key. @throws when it is no point on the curve. */
  of(deviceId: DeviceId, jwk: PublicKeyJwk): Promise<VerifyingKey> {
    const name = `${deviceId} ${jwk.x} ${jwk.y}`
    const key = this.#keys.get(name) ?? importPublicKey(jwk)
    this.#keys.delete(name)
    this.#keys.set(name, key)
    const [oldest] = this.#keys.keys()
    if (this.#keys.size > maxKeys && oldest !== undefined) this.#keys.delete(oldest)
    return key
  }
}

/**
 * Returns the device that signed this very call (method, path, time and body), with what `read` asks for beside it, from one
 * transaction of four statements.
 * @throws AppError device.unknown, device.clock, device.bad-signature, device.revoked (only to the device itself)
 */
export function verifyDeviceCall(
  ctx: OpenCtx,
  keys: DeviceKeys,
  call: SignedCall,
  read?: ReadWithDevice,
): Promise<CallingDevice> {
  const signed = readSignedCall(ctx, call)
  return quietly(ctx, async (tx) => {
    const device = await findDevice(
      tx,
      ctx.school.schoolId,
      signed.id,
      read?.({ nowMs: ctx.deps.clock.nowMs(), schoolId: ctx.school.schoolId }),
    )
    if (!device) throw new AppError('device.unknown')
    return admitDevice(tx, ctx, { keys, signed, device })
  })
}

/** A look at who calls, and the time of it, are no change in the school that background work must look at. */
const quietly = <T>({ deps, school }: OpenCtx, work: (tx: Tx) => Promise<T>): Promise<T> =>
  deps.db.tenant(school.schoolId, work, { isQuiet: true })

/**
 * Returns the paired device, or else the anonymous sender, that signed this very call.
 * @throws AppError device.unknown, device.clock, device.bad-signature, device.revoked
 */
export function verifySenderCall(ctx: OpenCtx, keys: DeviceKeys, call: SignedCall): Promise<Sender> {
  const signed = readSignedCall(ctx, call)
  const { schoolId } = ctx.school
  return quietly(ctx, async (tx) => {
    const device = await findDevice(tx, schoolId, signed.id)
    if (device) return admitDevice(tx, ctx, { keys, signed, device })
    const visitorKey = await findVisitorKey(tx, schoolId, signed.id)
    if (!visitorKey) throw new AppError('device.unknown')
    await checkSignature(keys, signed, visitorKey)
    return { kind: 'visitor', deviceId: signed.id }
  })
}

/** Call with well-formed headers and a time close to now. */
interface DatedCall {
  readonly id: DeviceId
  readonly time: string
  readonly signature: string
  readonly call: SignedCall
}

function readSignedCall(ctx: OpenCtx, call: SignedCall): DatedCall {
  const id = DeviceId.safeParse(call.id)
  if (!id.success) throw new AppError('device.unknown')
  const time = Instant.safeParse(call.time)
  if (!time.success || !call.signature) throw new AppError('device.bad-signature')
  if (Math.abs(fromInstant(time.data) - ctx.deps.clock.nowMs()) > signatureWindowMs) throw new AppError('device.clock')
  return { id: id.data, time: time.data, signature: call.signature, call }
}

async function checkSignature(keys: DeviceKeys, { id, time, signature, call }: DatedCall, publicKey: PublicKeyJwk) {
  const text = signedText(call.method, call.path, time, await sha256HexOf(call.body))
  const key = await keys.of(id, publicKey)
  if (!(await verifySignature(key, text, signature))) throw new AppError('device.bad-signature')
}

interface Claim {
  keys: DeviceKeys
  signed: DatedCall
  device: FoundDevice
}

async function admitDevice(tx: Tx, ctx: OpenCtx, { keys, signed, device }: Claim): Promise<CallingDevice> {
  await checkSignature(keys, signed, device.publicKey)
  if (device.revokedAt !== null) throw new AppError('device.revoked')
  await recordContact(tx, device, ctx.deps.clock.nowMs())
  const { id: deviceId, tillId, epoch, appVersion, beside } = device
  return { kind: 'device', deviceId, tillId, epoch, appVersion, beside }
}

/** Returns the reason why a session may not be tied to this device; undefined when it may. */
export async function refusalOfDevice(tx: Tx, schoolId: string, id: DeviceId): Promise<AppError | undefined> {
  const device = await findDevice(tx, schoolId, id)
  if (!device) return new AppError('device.unknown')
  return device.revokedAt === null ? undefined : new AppError('device.revoked')
}

type FoundDevice = typeof devices.$inferSelect & { beside: unknown }

async function findDevice(tx: Tx, schoolId: string, id: DeviceId, read?: SQL): Promise<FoundDevice | undefined> {
  const [device] = await tx
    .select({ ...getTableColumns(devices), beside: read ?? sql`null` })
    .from(devices)
    .where(and(eq(devices.schoolId, schoolId), eq(devices.id, id)))
  return device
}

/** The time of contact is for people: one write in ten seconds is enough. */
const contactEveryMs = 10_000

async function recordContact(tx: Tx, { schoolId, id, lastContactAt }: FoundDevice, nowMs: number) {
  if (lastContactAt !== null && nowMs - fromInstant(lastContactAt) < contactEveryMs) return
  const stale = or(isNull(devices.lastContactAt), lt(devices.lastContactAt, toInstant(nowMs)))
  await tx
    .update(devices)
    .set({ lastContactAt: toInstant(nowMs) })
    .where(and(eq(devices.schoolId, schoolId), eq(devices.id, id), stale))
}
