import type { z } from 'zod'
import type { SessionCtx } from '#server/http/context.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import type { Tx } from '#server/kernel/db.ts'
import { type Drawn, TypesettingFailed } from '#server/kernel/deps.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import type { LetterKind } from '#shared/letters/letter-kinds.rules.ts'
import { resolveLetter } from '#shared/letters/letter-resolve.rules.ts'
import type { previewLetter } from '#shared/letters/letter-template.contract.ts'
import type { LetterValues } from '#shared/letters/letter-values.rules.ts'
import { verificationOf } from '../issue/letter-verification.service.ts'
import { forPage } from '../templates/letter-logo.service.ts'
import { lookOf, type PaperSchool, paperSchool, schoolValues } from '../templates/letter-school.service.ts'
import { withoutEmptyColumns } from '../templates/letter-template.service.ts'
import { samplesFor } from './sample-values.service.ts'

/** Known values of a student for one kind of letter. */
export interface KnownLetterValues {
  values: LetterValues
  /** True if they fill the letter completely; otherwise samples fill the rest. */
  isComplete: boolean
}

/** Reads a student's values for a kind of letter; undefined for an unknown student. */
export type LetterValueSource = (
  tx: Tx,
  ctx: SessionCtx,
  asked: { kind: LetterKind; studentId: string; school: PaperSchool },
) => Promise<KnownLetterValues | undefined>

/** Placeholder of an issued letter's code; no letter has it. */
const noCode = 'XXXXXXXXXXXX'

/**
 * Draws a draft with a student's values or with samples. Nothing is stored, and no letter is issued.
 * @throws AppError request.not-found, form.not-ready, letter.not-made
 */
export async function drawDraft(
  ctx: SessionCtx,
  valueSource: LetterValueSource,
  { letter: kind, template, student_id: studentId }: z.output<typeof previewLetter.body>,
): Promise<z.input<typeof previewLetter.reply>> {
  const { values, isSample, school } = await ctx.tenant(async (tx) => {
    const paper = await paperSchool(tx, ctx.school.schoolId)
    const known = studentId === null ? null : await valueSource(tx, ctx, { kind, studentId, school: paper })
    if (known === undefined) throw new AppError('request.not-found')
    return { school: paper, ...previewValues(samplesFor(kind), known) }
  })
  const look = lookOf(school, verificationOf(noCode, ctx.origin, ['en', 'ar']))
  const filled = { ...schoolValues(school, kind), ...values }
  const { letter, missing } = resolveLetter(withoutEmptyColumns(template), filled, ['en', 'ar'], look)
  // A half-written draft may be impossible to typeset.
  if (!ResolvedLetter.safeParse(letter).success) throw new AppError('form.not-ready')
  const { svg, missingGlyphs } = await draw(ctx, letter, kind)
  return { svg, page: svg === null ? forPage(letter) : null, missing, missingGlyphs: [...missingGlyphs], isSample }
}

/** Returns known values where they are complete, else samples overridden by the known ones. */
function previewValues(
  samples: LetterValues,
  known: KnownLetterValues | null,
): { values: LetterValues; isSample: boolean } {
  if (known === null) return { values: samples, isSample: true }
  if (known.isComplete) return { values: known.values, isSample: false }
  const fitting = Object.entries(known.values).filter(([field]) => field in samples)
  return { values: { ...samples, ...Object.fromEntries(fitting) }, isSample: true }
}

async function draw(
  { deps }: SessionCtx,
  letter: ResolvedLetter,
  kind: LetterKind,
): Promise<Omit<Drawn, 'withoutLogo'>> {
  if (!deps.typesetter) return { svg: null, missingGlyphs: [] }
  try {
    return await deps.typesetter.draw(letter, `draft of ${kind}`)
  } catch (error) {
    if (!(error instanceof TypesettingFailed)) throw error
    deps.log.error({ letter: kind, ...describeFailure(error) }, 'a draft was not drawn')
    throw new AppError('letter.not-made', { cause: error })
  }
}
