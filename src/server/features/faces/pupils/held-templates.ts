import { and, eq, inArray, isNull, lte } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { CustomerId, DeviceId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { FaceCtx } from '../face-audit.service.ts'
import { faceDeliveries, faceDevices, faceForgotten, faceForgottenDevices } from '../face-record.table.ts'

/**
 * Records the version a device reports. Faces deleted up to it are deleted on the device; on a device that holds none, all are.
 */
export async function recordHeldTemplates(
  tx: Tx,
  { schoolId, nowMs }: FaceCtx,
  deviceId: DeviceId,
  { version, count }: { version: number; count: number },
): Promise<void> {
  const now = toInstant(nowMs)
  const held = { heldVersion: version, heldCount: count, heardAt: now }
  await tx
    .insert(faceDevices)
    .values({ schoolId, deviceId, ...held })
    .onConflictDoUpdate({ target: [faceDevices.schoolId, faceDevices.deviceId], set: held })
  const gone = tx
    .select({ id: faceForgotten.id })
    .from(faceForgotten)
    .where(and(eq(faceForgotten.schoolId, schoolId), count === 0 ? undefined : lte(faceForgotten.version, version)))
  await tx
    .update(faceForgottenDevices)
    .set({ doneAt: now })
    .where(
      and(
        eq(faceForgottenDevices.schoolId, schoolId),
        eq(faceForgottenDevices.deviceId, deviceId),
        isNull(faceForgottenDevices.doneAt),
        inArray(faceForgottenDevices.forgottenId, gone),
      ),
    )
}

/** Records these as being on the device, whether or not the answer arrives. */
export async function recordDeliveries(
  tx: Tx,
  { schoolId }: FaceCtx,
  deviceId: DeviceId,
  given: readonly { customerId: CustomerId }[],
): Promise<void> {
  if (given.length === 0) return
  await tx
    .insert(faceDeliveries)
    .values(given.map(({ customerId }) => ({ schoolId, deviceId, customerId })))
    .onConflictDoNothing()
}
