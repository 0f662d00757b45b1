import { and, asc, eq, sql } from 'drizzle-orm'
import type { Database, Tx } from '#server/kernel/db.ts'
import { schools } from './school.table.ts'

const isAnother = (keyId: string) => sql`${schools.secretsKey} is distinct from ${keyId}`

/** Selects the schools whose secrets are not known to be by this key of the server, by one statement whatever their number. */
export const listSchoolsByOtherKeys = (db: Database, keyId: string): Promise<string[]> =>
  db.directory(async (tx) => {
    const rows = await tx
      .select({ schoolId: schools.schoolId })
      .from(schools)
      .where(isAnother(keyId))
      .orderBy(asc(schools.code))
    return rows.map(({ schoolId }) => schoolId)
  })

/** Notes that everything encrypted of a school is by this key of the server. */
export async function noteSecretsKey(tx: Tx, schoolId: string, keyId: string): Promise<void> {
  await tx
    .update(schools)
    .set({ secretsKey: keyId })
    .where(and(eq(schools.schoolId, schoolId), isAnother(keyId)))
}
