import type { z } from 'zod'
import { forPage } from '#server/features/letter/letter-logo.service.ts'
import { lookOf, paperSchool, schoolValues } from '#server/features/letter/letter-school.service.ts'
import { verificationOf } from '#server/features/letter/letter-verification.service.ts'
import { withoutEmptyColumns } from '#server/features/letter/offer-letter.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import { type Drawn, TypesettingFailed } from '#server/kernel/deps.ts'
import { ResolvedLetter } from '#shared/contract/letter.ts'
import type { previewLetter } from '#shared/contract/letter-template.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { resolveLetter } from '#shared/rules/letter-resolve.rules.ts'
import { previewValues } from './preview-values.ts'

/** Stands where the code of an issued letter will; no letter has it. */
const noCode = 'XXXXXXXXXXXX'

/**
 * What a draft looks like. Nothing is kept, and no letter is issued.
 * @throws AppError request.not-found, form.not-ready, letter.not-made
 */
export async function drawDraft(
  ctx: SessionCtx,
  { letter: name, template, student_id }: z.output<typeof previewLetter.body>,
): Promise<z.input<typeof previewLetter.reply>> {
  const { values, isSample, school } = await ctx.tenant(async (tx) => {
    const paper = await paperSchool(tx, ctx.school.schoolId)
    return { school: paper, ...(await previewValues(tx, ctx, { name, studentId: student_id, school: paper })) }
  })
  const look = lookOf(school, verificationOf(noCode, ctx.origin, ['en', 'ar']))
  const filled = { ...schoolValues(school), ...values }
  const { letter, missing } = resolveLetter(withoutEmptyColumns(template), filled, ['en', 'ar'], look)
  // What is half written may be nothing that paper can be made of.
  if (!ResolvedLetter.safeParse(letter).success) throw new AppError('form.not-ready')
  const { svg, missingGlyphs } = await draw(ctx, letter, name)
  return { svg, page: svg === null ? forPage(letter) : null, missing, missingGlyphs: [...missingGlyphs], isSample }
}

async function draw({ deps }: SessionCtx, letter: ResolvedLetter, name: string): Promise<Omit<Drawn, 'withoutLogo'>> {
  if (!deps.typesetter) return { svg: null, missingGlyphs: [] }
  try {
    return await deps.typesetter.draw(letter, `draft of ${name}`)
  } catch (error) {
    if (!(error instanceof TypesettingFailed)) throw error
    deps.log.error({ letter: name, ...describeFailure(error) }, 'a draft was not drawn')
    throw new AppError('letter.not-made', { cause: error })
  }
}
