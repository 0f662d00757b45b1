import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { endSessionsOfDevice } from '#server/features/identity/sessions/session.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { DeviceId, UserId } from '#shared/kernel/ids.ts'
import { fromInstant } from '#shared/kernel/time.ts'
import type { PreviousInstall, PublicKeyJwk } from '#shared/sync/device.contract.ts'
import { devices, tills } from './device.table.ts'

interface NewDevice {
  schoolId: string
  tillId: string
  deviceId: DeviceId
  publicKey: PublicKeyJwk
  formerLife?: PreviousInstall | undefined
  pairedBy: UserId
  pairedAt: string
}

/**
 * Assigns a device to its till and gives the till its next epoch. A device known by this key may return, to another till too, or
 * after it was revoked, so that it can still submit what it holds.
 * @throws AppError device.till-taken while another active device is there, unless it is this one's earlier install;
 * request.invalid when the device's id is known with another key
 */
export async function seatDevice(tx: Tx, device: NewDevice): Promise<{ tillId: string; epoch: number }> {
  const { schoolId, tillId, deviceId: id, publicKey, pairedBy, pairedAt } = device
  // Locks the till: of two pairings at once the second sees the first.
  const [till] = await tx
    .update(tills)
    .set({ epoch: sql`${tills.epoch} + 1` })
    .where(and(eq(tills.schoolId, schoolId), eq(tills.id, tillId)))
    .returning({ epoch: tills.epoch })
  if (!till) throw new AppError('device.code-invalid')
  await endPreviousInstall(tx, device)

  const pairing = { tillId, epoch: till.epoch, pairedBy, pairedAt, revokedAt: null }
  const [seated] = await tx
    .insert(devices)
    .values({ schoolId, id, publicKey, ...pairing })
    .onConflictDoUpdate({
      target: [devices.schoolId, devices.id],
      set: pairing,
      setWhere: sql`${devices.publicKey} = excluded.public_key`,
    })
    .returning({ tillId: devices.tillId, epoch: devices.epoch })
  if (!seated) throw new AppError('request.invalid', { field: 'deviceId' })
  return seated
}

/** Ends an earlier install and its sessions: its storage is gone, and its key with it, so no one is locked out. */
async function endPreviousInstall(tx: Tx, { schoolId, tillId, deviceId, formerLife, pairedAt }: NewDevice) {
  const others = await tx
    .select({ id: devices.id })
    .from(devices)
    .where(
      and(
        eq(devices.schoolId, schoolId),
        eq(devices.tillId, tillId),
        ne(devices.id, deviceId),
        isNull(devices.revokedAt),
      ),
    )
  if (others.some(({ id }) => id !== formerLife?.deviceId)) throw new AppError('device.till-taken')
  for (const { id } of others) {
    await tx
      .update(devices)
      .set({ revokedAt: pairedAt })
      .where(and(eq(devices.schoolId, schoolId), eq(devices.id, id)))
    await endSessionsOfDevice(tx, schoolId, id, fromInstant(pairedAt))
  }
}

/** Epochs left out after a restore: more pairings than a till has between two copies. */
const epochsSkipped = 100

/**
 * Moves the epochs of a school's tills on, after a restore: a till that was paired since the copy goes on under its epoch, and no
 * other one is given the same receipt numbers.
 */
export async function skipTillEpochs(tx: Tx, schoolId: string): Promise<void> {
  await tx
    .update(tills)
    .set({ epoch: sql`${tills.epoch} + ${epochsSkipped}` })
    .where(eq(tills.schoolId, schoolId))
}
