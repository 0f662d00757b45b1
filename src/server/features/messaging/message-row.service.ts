import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { studentMessages } from './message.table.ts'

export type MessageRow = typeof studentMessages.$inferSelect

export async function findMessage(tx: Tx, schoolId: string, id: string): Promise<MessageRow | undefined> {
  const [row] = await tx
    .select()
    .from(studentMessages)
    .where(and(eq(studentMessages.schoolId, schoolId), eq(studentMessages.id, id)))
  return row
}

export async function setMessage(tx: Tx, row: MessageRow, to: Partial<MessageRow>): Promise<MessageRow> {
  const [changed] = await tx
    .update(studentMessages)
    .set(to)
    .where(and(eq(studentMessages.schoolId, row.schoolId), eq(studentMessages.id, row.id)))
    .returning()
  if (!changed) throw new Error('a message that was read is not there')
  return changed
}
