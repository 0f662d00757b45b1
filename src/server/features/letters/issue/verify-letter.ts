import type { z } from 'zod'
import { countGuesses } from '#server/features/identity/accounts/account-limits.service.ts'
import type { OpenCtx } from '#server/http/context.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { businessDay, fromInstant } from '#shared/kernel/time.ts'
import type { verifyLetter } from '#shared/letters/issued-letter.contract.ts'
import { readLetterCode } from './letter-code.rules.ts'
import { letterByCode } from './letter-list.service.ts'

/**
 * Returns the status of a code's letter. Every answer has the same shape and comes after the same work; only codes unknown to
 * this school count as guesses. @throws AppError request.too-many
 */
export async function verify(
  ctx: OpenCtx,
  { code, sha256 }: z.output<typeof verifyLetter.body>,
): Promise<z.input<typeof verifyLetter.reply>> {
  const { schoolId, timeZone } = ctx.school
  const { waitMs, found } = await ctx.tenant((tx) =>
    countGuesses(tx, ctx, () => letterByCode(tx, schoolId, readLetterCode(code) ?? '')),
  )
  if (waitMs > 0) throw new AppError('request.too-many', { retryAfterMs: waitMs })
  if (!found) return { standing: 'unknown', kind: null, issuedOn: null, isSameFile: null }
  const { letter, print, end } = found
  return {
    standing: end?.standing ?? 'valid',
    kind: letter.kind,
    issuedOn: businessDay(fromInstant(letter.issuedAt), timeZone, 0),
    isSameFile: sha256 === undefined ? null : print?.sha256 === sha256,
  }
}
