import { and, desc, eq, gte, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import type { Instant } from '#shared/kernel/time.ts'
import type { IssuedRow, LetterSubject } from './issue-letter.service.ts'
import { issuedLetters, letterEnds, letterFaults, letterPrints } from './letter.table.ts'

/** Letter with everything that happened to it. */
export interface KnownLetter {
  letter: IssuedRow
  print: typeof letterPrints.$inferSelect | null
  end: typeof letterEnds.$inferSelect | null
  differs: boolean
}

const ofLetter = (table: typeof letterPrints | typeof letterEnds | typeof letterFaults): SQL | undefined =>
  and(eq(table.schoolId, issuedLetters.schoolId), eq(table.letterId, issuedLetters.id))

async function find(tx: Tx, schoolId: string, where: SQL, most: number): Promise<KnownLetter[]> {
  const rows = await tx
    .select({ letter: issuedLetters, print: letterPrints, end: letterEnds, fault: letterFaults })
    .from(issuedLetters)
    .leftJoin(letterPrints, ofLetter(letterPrints))
    .leftJoin(letterEnds, ofLetter(letterEnds))
    .leftJoin(letterFaults, ofLetter(letterFaults))
    .where(and(eq(issuedLetters.schoolId, schoolId), where))
    .orderBy(desc(issuedLetters.issuedAt), desc(issuedLetters.id))
    .limit(most)
  const known = new Map(rows.map(({ fault, ...row }) => [row.letter.id, { ...row, differs: fault !== null }]))
  return [...known.values()]
}

/** For an erased letter only its existence remains. */
const isKept = sql`${issuedLetters.blocks} <> '{}'::jsonb`

/** Returns the letters issued about a student, the newest first. */
export const lettersOf = (tx: Tx, schoolId: string, studentId: string): Promise<KnownLetter[]> =>
  find(tx, schoolId, sql`${eq(issuedLetters.studentId, studentId)} and ${isKept}`, 500)

/** Returns letters by id, in this order. */
export async function lettersById(tx: Tx, schoolId: string, ids: readonly string[]): Promise<IssuedRow[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .select()
    .from(issuedLetters)
    .where(and(eq(issuedLetters.schoolId, schoolId), inArray(issuedLetters.id, [...ids]), isKept))
  const known = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => known.get(id) ?? [])
}

/** Returns the letter caused by a command; undefined where none exists yet. */
export async function letterOfSource(
  tx: Tx,
  schoolId: string,
  { topic, subjectId, sourceId }: LetterSubject & { sourceId: string },
): Promise<IssuedRow | undefined> {
  const isAbout = and(eq(issuedLetters.topic, topic), eq(issuedLetters.subjectId, subjectId))
  const [row] = await tx
    .select()
    .from(issuedLetters)
    .where(and(eq(issuedLetters.schoolId, schoolId), isAbout, eq(issuedLetters.sourceId, sourceId)))
  return row
}

/** Returns the letter of this code, whatever became of it. */
export async function letterByCode(tx: Tx, schoolId: string, code: string): Promise<KnownLetter | undefined> {
  const [found] = await find(tx, schoolId, eq(issuedLetters.codeHash, sha256Hex(code)), 10)
  return found
}

/** How many have signed; the school's own place is signed from the first version on. An erased letter has no blocks left. */
function countSigned({ blocks: { blocks = [] } }: { blocks: Partial<IssuedRow['blocks']> }): number {
  return blocks
    .flatMap((block) => (block.kind === 'signatures' ? block.places : []))
    .filter(({ signedOn }) => signedOn !== null).length
}

/** Whether a letter was superseded because it was signed: the next version about the same cause has the signatures. */
export async function isReplacedBySigned(tx: Tx, schoolId: string, { letter, end }: KnownLetter): Promise<boolean> {
  if (end?.standing !== 'superseded') return false
  const { topic, subjectId, version } = letter
  const isNext = [eq(issuedLetters.topic, topic), eq(issuedLetters.subjectId, subjectId)]
  const [next] = await tx
    .select()
    .from(issuedLetters)
    .where(and(eq(issuedLetters.schoolId, schoolId), ...isNext, eq(issuedLetters.version, version + 1)))
  return next?.sourceId === letter.sourceId && countSigned(next) > countSigned(letter)
}

/** Returns letters without a document yet, issued since then. */
export const unprinted = (tx: Tx, schoolId: string, since: Instant, most: number): Promise<IssuedRow[]> =>
  tx
    .select({ letter: issuedLetters })
    .from(issuedLetters)
    .leftJoin(letterPrints, ofLetter(letterPrints))
    .where(
      and(
        eq(issuedLetters.schoolId, schoolId),
        gte(issuedLetters.issuedAt, since),
        isNull(letterPrints.letterId),
        isKept,
      ),
    )
    .orderBy(issuedLetters.issuedAt)
    .limit(most)
    .then((rows) => rows.map(({ letter }) => letter))
