import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { makePayerCode } from '#shared/fees/payer-code.rules.ts'
import type { FeePayer, FeePayerInput } from '#shared/fees/setup/fee-payer.contract.ts'
import type { Random } from '#shared/kernel/ids.ts'
import { type FeeBy, nextRevision } from './fee-by.ts'
import type { FileContact } from './payer-contact.service.ts'
import { feePayers } from './fee-payer.table.ts'

export type FeePayerRow = typeof feePayers.$inferSelect

/** When and by which chance rows are made; payers of guardians are made by nobody in particular. */
export type PayerBy = Pick<FeeBy, 'schoolId' | 'nowMs' | 'random'>

/** Waits for other changes of the school's payers, until the transaction ends. */
export const lockPayers = (tx: Tx, schoolId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`fee-payers ${schoolId}`}, 0))`)

/**
 * Returns a payer as staff see it.
 * @param withIds whether they may see the national and tax number, which only bills need
 */
export const payerView = (
  { schoolId: _school, followsFile: _follows, ...row }: FeePayerRow,
  withIds: boolean,
  inFile: FileContact | null = null,
): FeePayer => ({ ...row, inFile, ...(!withIds && { nationalId: null, taxId: null }) })

/** Returns payers by their ids, in no order. */
export const payersByIds = async (tx: Tx, schoolId: string, ids: readonly string[]): Promise<FeePayerRow[]> =>
  ids.length === 0
    ? []
    : tx
        .select()
        .from(feePayers)
        .where(and(eq(feePayers.schoolId, schoolId), inArray(feePayers.id, [...ids])))

/** Returns up to 20 payers whose name, code, email or phone has the text. */
export function searchPayers(tx: Tx, schoolId: string, text: string): Promise<FeePayerRow[]> {
  const like = `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const has = (column: SQL) => sql`lower(${column}) like ${like}`
  const { nameLatin, nameArabic, code, email, phone } = feePayers
  return tx
    .select()
    .from(feePayers)
    .where(
      and(
        eq(feePayers.schoolId, schoolId),
        or(...[nameLatin, nameArabic, code, email, phone].map((each) => has(sql`${each}`))),
      ),
    )
    .orderBy(asc(sql`coalesce(${nameLatin}, ${nameArabic})`), asc(feePayers.id))
    .limit(20)
}

/** Returns a code that no payer of the school has. */
export async function freeCode(tx: Tx, schoolId: string, random: Random): Promise<string> {
  for (;;) {
    const code = makePayerCode(random)
    const [taken] = await tx
      .select({ id: feePayers.id })
      .from(feePayers)
      .where(and(eq(feePayers.schoolId, schoolId), eq(feePayers.code, code)))
    if (!taken) return code
  }
}

/** Adds or changes a payer. @returns its revision and code @throws AppError fees.changed */
export async function changePayer(
  tx: Tx,
  { schoolId, random }: PayerBy,
  { values, seen }: { values: FeePayerInput; seen: number },
): Promise<{ revision: number; code: string; isNew: boolean }> {
  await lockPayers(tx, schoolId)
  const own = and(eq(feePayers.schoolId, schoolId), eq(feePayers.id, values.id))
  const [known] = await tx.select().from(feePayers).where(own)
  const revision = nextRevision(known, values, seen)
  if (known && revision === undefined) return { ...known, isNew: false }
  // What the office types is not replaced by what a file says.
  const isSame = known !== undefined && known.email === values.email && known.phone === values.phone
  const followsFile = isSame && (known.followsFile ?? known.revision === 1)
  const row = {
    ...values,
    followsFile,
    code: known?.code ?? (await freeCode(tx, schoolId, random)),
    revision: revision ?? 1,
  }
  if (known) await tx.update(feePayers).set(row).where(own)
  else await tx.insert(feePayers).values({ ...row, schoolId })
  return { revision: row.revision, code: row.code, isNew: !known }
}
