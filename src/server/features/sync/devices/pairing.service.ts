import { and, eq, gt, isNull, lt, or } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { refundAttempts, type Subject, takeAttempts } from '#server/features/identity/sessions/attempts.service.ts'
import { addressGroup } from '#server/http/address.ts'
import type { OpenCtx, SessionCtx } from '#server/http/context.ts'
import { importPublicKey } from '#server/http/signature.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import type { Random } from '#shared/kernel/ids.ts'
import { minuteMs, toInstant } from '#shared/kernel/time.ts'
import type { PreviousInstall, pairDevice } from '#shared/sync/device.contract.ts'
import { maxInt, receivedSeq } from '../ingest/received.service.ts'
import { alertAboutNumbers } from './alert.service.ts'
import { findTill } from './device.service.ts'
import { devices, pairingCodes, tills } from './device.table.ts'
import { seatDevice } from './till-seat.service.ts'

/**
 * Counts the operations that never arrived of the earlier install a tablet remembers at pairing; alerts staff once. A device of
 * another school has no earlier install here.
 */
async function recordLostOperations(
  tx: Tx,
  { school: { schoolId }, deps: { random } }: OpenCtx,
  life: PreviousInstall | undefined,
  nowMs: number,
): Promise<number> {
  if (!life) return 0
  const { deviceId, installEpoch } = life
  const [known] = await tx
    .select({ kind: tills.kind })
    .from(devices)
    .innerJoin(tills, and(eq(tills.schoolId, devices.schoolId), eq(tills.id, devices.tillId)))
    .where(and(eq(devices.schoolId, schoolId), eq(devices.id, deviceId)))
  if (!known) return 0
  const own = { deviceId, installEpoch, stream: `${known.kind === 'till' ? 'till' : 'kiosk'}/${deviceId}` }
  const received = await receivedSeq(tx, schoolId, own)
  // A claim above what can be counted is as alarming as one at it.
  const to = Math.min(life.nextSeq - 1, maxInt)
  if (to <= received) return 0
  await alertAboutNumbers(tx, { schoolId, nowMs, random }, 'lost-operations', { ...own, from: received + 1, to })
  return to - received
}

/** Read from one screen and typed into another: no look-alike characters (no 0 O, 1 I L, U V). */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 8

/** Generates eight characters, each equally likely (39 bits). */
function newPairingCode(random: Random): string {
  // Bytes at and above the last whole multiple of the alphabet would favour its beginning.
  const fair = 256 - (256 % alphabet.length)
  let code = ''
  while (code.length < codeLength) {
    const [byte = 255] = random.bytes(1)
    if (byte < fair) code += alphabet[byte % alphabet.length]
  }
  return code
}

/** Hashes a code for the table. Lower case, spaces and hyphens do not matter. */
export const hashPairingCode = (schoolId: string, code: string): string =>
  sha256Hex(`${schoolId}\npairing\n${code.toUpperCase().replace(/[\s-]/g, '')}`)

type Request = z.output<typeof pairDevice.body>
type Paired = z.input<typeof pairDevice.reply>

const codeLifeMs = 10 * minuteMs

/** Creates a code for this till, replacing any earlier one. @throws AppError request.not-found for an unknown till */
export async function createPairingCode(ctx: SessionCtx, tillId: string): Promise<{ code: string; expiresAt: string }> {
  const { schoolId } = ctx.school
  const nowMs = ctx.deps.clock.nowMs()
  const code = newPairingCode(ctx.deps.random)
  const expiresAt = toInstant(nowMs + codeLifeMs)
  await ctx.tenant(async (tx) => {
    if (!(await findTill(tx, schoolId, tillId))) throw new AppError('request.not-found', { field: 'tillId' })
    const unused = and(eq(pairingCodes.tillId, tillId), isNull(pairingCodes.usedAt))
    const over = lt(pairingCodes.expiresAt, toInstant(nowMs))
    await tx.delete(pairingCodes).where(and(eq(pairingCodes.schoolId, schoolId), or(unused, over)))
    const createdBy = ctx.session.user.userId
    await tx
      .insert(pairingCodes)
      .values({ schoolId, codeHash: hashPairingCode(schoolId, code), tillId, createdBy, expiresAt })
  })
  return { code, expiresAt }
}

/**
 * Redeems a code. A tablet whose answer got lost repeats the same code, id and key, and gets the same answer.
 * @throws AppError request.too-many, request.invalid, device.code-invalid, device.till-taken
 */
export async function redeemPairingCode(ctx: OpenCtx, request: Request): Promise<Paired> {
  const { schoolId } = ctx.school
  const nowMs = ctx.deps.clock.nowMs()
  const sender: Subject = { kind: 'pairing', value: addressGroup(ctx.address), limit: 20 }
  await importPublicKey(request.publicKey).catch(() => {
    throw new AppError('request.invalid', { field: 'publicKey' })
  })
  const waitMs = await ctx.tenant((tx) => takeAttempts(tx, schoolId, [sender], nowMs))
  if (waitMs > 0) throw new AppError('request.too-many', { retryAfterMs: waitMs })
  return ctx.tenant(async (tx) => {
    await refundAttempts(tx, schoolId, [sender])
    const { tillId, epoch } = (await redeem(tx, ctx, request, nowMs)) ?? (await redeemed(tx, schoolId, request, nowMs))
    const till = await findTill(tx, schoolId, tillId)
    if (!till) throw new AppError('device.code-invalid')
    const lostOperations = await recordLostOperations(tx, ctx, request.formerLife, nowMs)
    return { deviceId: request.deviceId, till, epoch, serverTime: toInstant(nowMs), lostOperations }
  })
}

/** Uses the code up if valid: of several concurrent attempts one gets it. */
async function redeem(tx: Tx, ctx: OpenCtx, request: Request, nowMs: number) {
  const { schoolId } = ctx.school
  const now = toInstant(nowMs)
  const [code] = await tx
    .update(pairingCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(pairingCodes.schoolId, schoolId),
        eq(pairingCodes.codeHash, hashPairingCode(schoolId, request.code)),
        isNull(pairingCodes.usedAt),
        gt(pairingCodes.expiresAt, now),
      ),
    )
    .returning()
  if (!code) return undefined
  const { tillId, createdBy: by } = code
  await recordAuditEvent(tx, ctx, 'device-paired', {
    about: request.deviceId,
    by,
    deviceId: request.deviceId,
    facts: {},
  })
  return seatDevice(tx, { ...request, schoolId, tillId, pairedBy: by, pairedAt: now })
}

/** Returns the earlier answer for this device and code, while the code would still be valid. */
async function redeemed(tx: Tx, schoolId: string, { code, deviceId, publicKey }: Request, nowMs: number) {
  const [device] = await tx
    .select({ tillId: devices.tillId, epoch: devices.epoch })
    .from(pairingCodes)
    .innerJoin(
      devices,
      and(
        eq(devices.schoolId, pairingCodes.schoolId),
        eq(devices.tillId, pairingCodes.tillId),
        eq(devices.pairedAt, pairingCodes.usedAt),
      ),
    )
    .where(
      and(
        eq(pairingCodes.schoolId, schoolId),
        eq(pairingCodes.codeHash, hashPairingCode(schoolId, code)),
        gt(pairingCodes.expiresAt, toInstant(nowMs)),
        eq(devices.id, deviceId),
        eq(devices.publicKey, publicKey),
        isNull(devices.revokedAt),
      ),
    )
  if (!device) throw new AppError('device.code-invalid')
  return device
}
