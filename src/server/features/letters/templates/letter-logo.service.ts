import { and, desc, eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { toBase64 } from '#shared/kernel/bytes.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { sha256OfBytes } from '#shared/kernel/hash.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Picture, ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import type { Instant } from '#shared/kernel/time.ts'
import type { issuedLetters } from '../issue/letter.table.ts'
import { letterLogos } from './letter-logo.table.ts'

type LogoRow = typeof letterLogos.$inferSelect

/** Returns the last version, with or without a picture; undefined before the first. */
export async function currentLogo(tx: Tx, schoolId: string): Promise<LogoRow | undefined> {
  const of = eq(letterLogos.schoolId, schoolId)
  const [row] = await tx.select().from(letterLogos).where(of).orderBy(desc(letterLogos.version)).limit(1)
  return row
}

/** Returns a stored logo as letters carry it. */
export const asPicture = (png: Uint8Array): Picture => ({ format: 'png', data: toBase64(png) })

/**
 * Sets the logo, null for none, unless changed since `seen`. An identical logo makes no new version.
 * @returns the current version, and whether it is new
 * @throws AppError form.edit-conflict
 */
export async function addLogo(
  tx: Tx,
  schoolId: string,
  { seen, png }: { seen: number; png: Uint8Array | null },
  by: { userId: UserId; at: Instant },
): Promise<{ version: number; isNew: boolean }> {
  const sha256 = png && sha256OfBytes(png)
  const last = await currentLogo(tx, schoolId)
  if ((last?.sha256 ?? null) === sha256) return { version: last?.version ?? 0, isNew: false }
  if ((last?.version ?? 0) !== seen) throw new AppError('form.edit-conflict')
  const [added] = await tx
    .insert(letterLogos)
    .values({ schoolId, version: seen + 1, png, sha256, at: by.at, byUser: by.userId })
    .onConflictDoNothing()
    .returning({ version: letterLogos.version })
  if (!added) throw new AppError('form.edit-conflict')
  return { version: added.version, isNew: true }
}

/** Returns the version of a letterhead picture; the newest where one was reinstated. */
export async function logoVersion(tx: Tx, schoolId: string, png: Uint8Array): Promise<number> {
  const [found] = await tx
    .select({ version: letterLogos.version })
    .from(letterLogos)
    .where(and(eq(letterLogos.schoolId, schoolId), eq(letterLogos.sha256, sha256OfBytes(png))))
    .orderBy(desc(letterLogos.version))
    .limit(1)
  if (!found) throw new Error('a letter has a logo that was never kept')
  return found.version
}

/** Returns the content of an issued letter, with the logo it was issued with. */
export async function withItsLogo(
  tx: Tx,
  {
    schoolId,
    blocks,
    logoVersion: version,
  }: Pick<typeof issuedLetters.$inferSelect, 'schoolId' | 'blocks' | 'logoVersion'>,
): Promise<ResolvedLetter> {
  if (version === null || !blocks.letterhead) return blocks
  const [kept] = await tx
    .select({ png: letterLogos.png })
    .from(letterLogos)
    .where(and(eq(letterLogos.schoolId, schoolId), eq(letterLogos.version, version)))
  if (!kept?.png) throw new Error('the logo of an issued letter is gone')
  return { ...blocks, letterhead: { ...blocks.letterhead, logo: asPicture(kept.png) } }
}

/** Returns the letter for a page, which shows the school's initial logo itself; a logo set for letters stays in the letter. */
export const forPage = (letter: ResolvedLetter): ResolvedLetter =>
  letter.letterhead?.logo?.format === 'svg' ? { ...letter, letterhead: { ...letter.letterhead, logo: null } } : letter
