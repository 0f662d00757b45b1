import type { z } from 'zod'
import { countGuesses } from '#server/features/identity/accounts/account-limits.service.ts'
import { findPeople, type Person } from '#server/features/identity/sessions/people.service.ts'
import type { OpenCtx, SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { businessDay, fromInstant, type Instant } from '#shared/kernel/time.ts'
import { type IssuedLetter, letterPdf, studentLetters, verifyLetter } from '#shared/letters/issued-letter.contract.ts'
import { readLetterCode } from './letter-code.rules.ts'
import { letterFile } from './letter-file.service.ts'
import { isReplacedBySigned, type KnownLetter, letterByCode, lettersOf } from './letter-list.service.ts'

/** Returns a letter for staff: its content is in its document. */
function issuedLetter(
  { letter, print, end, differs }: KnownLetter,
  people: ReadonlyMap<UserId, Person>,
): z.input<typeof IssuedLetter> {
  const { id, kind, version, issuedAt, issuedBy, blocks } = letter
  const by = issuedBy && people.get(issuedBy)
  return {
    id,
    kind,
    version,
    languages: [...blocks.languages],
    issuedAt,
    by: issuedBy && by ? { userId: issuedBy, name: by.name } : null,
    standing: end?.standing ?? 'valid',
    endedAt: end?.at ?? null,
    sha256: print?.sha256 ?? null,
    differs,
    missingGlyphs: print?.missingGlyphs ?? [],
    withoutLogo: print?.withoutLogo ?? false,
  }
}

type Verified = z.input<typeof verifyLetter.reply>

/** Finds what else has verification codes of this school: documents of fees. */
type FindDocument = (
  tx: Tx,
  schoolId: string,
  code: string,
) => Promise<
  (Required<Pick<Verified, 'standing' | 'document'>> & { issuedAt: Instant; sha256s: readonly string[] }) | undefined
>

/**
 * Returns the status of a code's letter. Every answer has the same shape and comes after the same work; only codes unknown to
 * this school count as guesses. @throws AppError request.too-many
 */
async function verify(
  ctx: OpenCtx,
  { code, sha256 }: z.output<typeof verifyLetter.body>,
  findDocument: FindDocument,
): Promise<Verified> {
  const { schoolId, timeZone } = ctx.school
  const dayOf = (at: Instant) => businessDay(fromInstant(at), timeZone, 0)
  const wanted = readLetterCode(code) ?? ''
  const { waitMs, found } = await ctx.tenant((tx) =>
    countGuesses(tx, ctx, async () => {
      const letter = await letterByCode(tx, schoolId, wanted)
      const document = await findDocument(tx, schoolId, wanted)
      return letter ?? document
    }),
  )
  if (waitMs > 0) throw new AppError('request.too-many', { retryAfterMs: waitMs })
  if (!found) return { standing: 'unknown', kind: null, issuedOn: null, isSameFile: null }
  if (!('letter' in found)) {
    const { issuedAt, sha256s, ...paper } = found
    const isSameFile = sha256 === undefined ? null : sha256s.includes(sha256)
    return { ...paper, kind: null, issuedOn: dayOf(issuedAt), isSameFile }
  }
  const { letter, print, end } = found
  const isNowSigned = await ctx.tenant((tx) => isReplacedBySigned(tx, schoolId, found))
  return {
    standing: end?.standing ?? 'valid',
    kind: letter.kind,
    issuedOn: dayOf(letter.issuedAt),
    isSameFile: sha256 === undefined ? null : print?.sha256 === sha256,
    ...(isNowSigned && { isNowSigned }),
  }
}

/** Checks that a student exists. @throws AppError request.not-found */
type RequireStudent = (tx: Tx, schoolId: string, studentId: string) => Promise<void>

/** Returns the issued letters of a student. @throws AppError access.denied, request.not-found */
async function findStudentLetters(tx: Tx, ctx: SessionCtx, studentId: string, requireStudent: RequireStudent) {
  requirePermission(ctx.session, 'students.see')
  const { schoolId } = ctx.school
  await requireStudent(tx, schoolId, studentId)
  return lettersOf(tx, schoolId, studentId)
}

export const letterRoutes =
  (requireStudent: RequireStudent, findDocument: FindDocument): Feature =>
  () => [
    route.open(verifyLetter, (ctx, asked) => verify(ctx, asked, findDocument)),
    route.session(studentLetters, (ctx, { student_id }) =>
      ctx.tenant(async (tx) => {
        const letters = await findStudentLetters(tx, ctx, student_id, requireStudent)
        const staff = letters.flatMap(({ letter }) => letter.issuedBy ?? [])
        const people = await findPeople(tx, ctx.school.schoolId, staff)
        return { letters: letters.map((each) => issuedLetter(each, people)) }
      }),
    ),
    route.session(letterPdf, async (ctx, { student_id, id }) => {
      const letters = await ctx.tenant((tx) => findStudentLetters(tx, ctx, student_id, requireStudent))
      const found = letters.find(({ letter }) => letter.id === id)
      if (!found) throw new AppError('request.not-found')
      return letterFile(ctx, found.letter, ctx.school.language)
    }),
  ]
