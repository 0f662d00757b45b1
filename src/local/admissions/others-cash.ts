import { Dexie } from 'dexie'
import { isOpen } from '#local/outbox/link.ts'
import { deskOwners } from '#local/storage/desk-names.ts'
import { deskOutboxName } from '#local/storage/names.ts'
import { OutboxDb } from '#local/storage/outbox-db.ts'
import { withDb } from '#local/storage/with-db.ts'
import { isMoney } from './desk-work.types.ts'

/** How many receipts that others gave on this device are not booked yet: only they can send them. Nothing of them is read. */
export async function countOthersCash(schoolCode: string, userId: string): Promise<number> {
  const owners = deskOwners(schoolCode, await Dexie.getDatabaseNames()).filter((owner) => owner !== userId)
  const counts = owners.map((owner) =>
    withDb(new OutboxDb(deskOutboxName(schoolCode, owner)), (db) =>
      db.ops.filter((op) => isMoney(op) && isOpen(op.state)).count(),
    ),
  )
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}
