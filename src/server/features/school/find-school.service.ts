import { asc, eq, inArray } from 'drizzle-orm'
import type { School } from '#server/http/context.ts'
import type { Database } from '#server/kernel/db.ts'
import { readTypedAddress } from '#shared/school/school-address.rules.ts'
import { schoolColumns } from './directory.service.ts'
import { schools } from './school.table.ts'

/** Returns the school that a typed address or code means: by its own domain, else by the first label. */
export async function findTypedSchool(db: Database, typed: string): Promise<School | undefined> {
  const { host, label } = readTypedAddress(typed)
  return db.directory(async (tx) => {
    const [ofDomain] = await tx.select(schoolColumns).from(schools).where(eq(schools.domain, host))
    if (ofDomain) return ofDomain
    const [ofCode] = await tx.select(schoolColumns).from(schools).where(eq(schools.code, label))
    return ofCode
  })
}

/** Returns the schools of these ids that exist, by code. */
export const findSchoolsById = (db: Database, ids: readonly string[]): Promise<School[]> =>
  db.directory((tx) =>
    tx
      .select(schoolColumns)
      .from(schools)
      .where(inArray(schools.schoolId, [...ids]))
      .orderBy(asc(schools.code)),
  )
