import { and, eq } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { OpenCtx } from '#server/http/context.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import type { Tx } from '#server/kernel/db.ts'
import { type Deps, type Typeset, TypesettingFailed } from '#server/kernel/deps.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { sha256OfBytes } from '#shared/kernel/hash.ts'
import type { ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { withItsLogo } from '../templates/letter-logo.service.ts'
import type { IssuedRow } from './issue-letter.service.ts'
import { letterFaults, letterPrints } from './letter.table.ts'

/** Context of a print request; no transaction of the caller is open. */
export type PrintCtx = Pick<OpenCtx, 'deps'> & { school: Pick<OpenCtx['school'], 'schoolId'> }

/**
 * Makes the document of an issued letter, outside any transaction. The first one's hash is stored before the bytes are given out;
 * a later one that differs is withheld, and staff see it in the audit log and in the list of letters.
 * @throws AppError letter.not-made, letter.differs
 */
export async function printLetter(ctx: PrintCtx, letter: IssuedRow): Promise<Uint8Array<ArrayBuffer>> {
  const [paper] = await printLetters(ctx, [letter])
  if (!paper) throw new AppError('letter.differs')
  return paper
}

/** Prints several letters, in order. @throws AppError letter.not-made, letter.differs for any of them */
export async function printLetters(ctx: PrintCtx, letters: readonly IssuedRow[]): Promise<Uint8Array<ArrayBuffer>[]> {
  return (await tryLetters(ctx, letters)).map((paper) => {
    if (paper instanceof AppError) throw paper
    return paper
  })
}

/** Letter as a document; or the reason there is none: letter.not-made, letter.differs. */
export type Paper = Uint8Array<ArrayBuffer> | AppError

/** Prints those of several letters that can be made, in order: one failure does not affect the others. */
export async function tryLetters(ctx: PrintCtx, letters: readonly IssuedRow[]): Promise<Paper[]> {
  const printed = await Promise.all(letters.map((letter) => tryLetter(ctx, letter)))
  const differing = await ctx.deps.db.tenant(ctx.school.schoolId, async (tx) => {
    const found = new Set<Printed | AppError>()
    for (const each of printed) if (!(each instanceof AppError) && !(await keepPrint(tx, ctx, each))) found.add(each)
    return found
  })
  return printed.map((each) => {
    if (each instanceof AppError) return each
    if (!differing.has(each)) return Uint8Array.from(each.made.pdf)
    const { id, edition } = each.letter
    ctx.deps.log.error({ letter: id, edition }, 'a letter came out different from what was issued')
    return new AppError('letter.differs')
  })
}

async function tryLetter(ctx: PrintCtx, letter: IssuedRow): Promise<Printed | AppError> {
  try {
    const made = await typeset(ctx, letter)
    return { letter, made, sha256: sha256OfBytes(made.pdf) }
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

async function typeset({ deps, school }: PrintCtx, issued: IssuedRow): Promise<Typeset> {
  const { id, kind, logoVersion, edition } = issued
  const letter =
    logoVersion === null ? issued.blocks : await deps.db.tenant(school.schoolId, (tx) => withItsLogo(tx, issued))
  return setPaper(deps, letter, `${kind} ${id}`, edition)
}

/**
 * Typesets a letter, by the current template edition by default.
 * @param name of the letter in the log
 * @throws AppError letter.not-made
 */
export async function setPaper(deps: Deps, letter: ResolvedLetter, name: string, edition?: number): Promise<Typeset> {
  if (!deps.typesetter) throw new AppError('letter.not-made')
  const beganMs = deps.clock.monotonicMs()
  try {
    return await deps.typesetter.typeset(letter, name, edition)
  } catch (error) {
    if (!(error instanceof TypesettingFailed)) throw error
    deps.log.error({ letter: name, ...describeFailure(error) }, 'a letter was not made')
    throw new AppError('letter.not-made', { cause: error })
  } finally {
    deps.metrics?.countTypesetting((deps.clock.monotonicMs() - beganMs) / 1000)
  }
}

interface Printed {
  letter: IssuedRow
  made: Typeset
  sha256: string
}

/** Stores the hash of the first document. @returns whether it equals the issued document */
async function keepPrint(tx: Tx, ctx: PrintCtx, { letter, made, sha256 }: Printed): Promise<boolean> {
  const { schoolId } = ctx.school
  const { id: letterId } = letter
  const at = toInstant(ctx.deps.clock.nowMs())
  const isThis = and(eq(letterPrints.schoolId, schoolId), eq(letterPrints.letterId, letterId))
  const { pdf, missingGlyphs, withoutLogo } = made
  const print = { schoolId, letterId, sha256, bytes: pdf.length, missingGlyphs: [...missingGlyphs], withoutLogo, at }
  const first = await tx
    .insert(letterPrints)
    .values(print)
    .onConflictDoNothing()
    .returning({ letterId: letterPrints.letterId })
  if (first.length > 0) return true
  const [kept] = await tx.select({ sha256: letterPrints.sha256 }).from(letterPrints).where(isThis)
  return kept?.sha256 === sha256 || keepFault(tx, ctx, letter, sha256)
}

/** Records a differing document, once for each. @returns false */
async function keepFault(tx: Tx, ctx: PrintCtx, letter: IssuedRow, sha256: string): Promise<false> {
  const { schoolId } = ctx.school
  const at = toInstant(ctx.deps.clock.nowMs())
  const kept = await tx
    .insert(letterFaults)
    .values({ schoolId, letterId: letter.id, sha256, at })
    .onConflictDoNothing()
    .returning({ letterId: letterFaults.letterId })
  const school = { schoolId }
  if (kept.length > 0)
    await recordAuditEvent(tx, { deps: ctx.deps, school }, 'letter-differs', {
      about: letter.studentId,
      facts: {},
      by: null,
    })
  return false
}
