import type { Language } from '#shared/kernel/fields.ts'
import type { OpenCtx } from './context.ts'

/** Returns the input with its language: the one that was asked for, else the school's own. */
export const inLanguage = <T extends { language?: Language | undefined }>(
  ctx: Pick<OpenCtx, 'school'>,
  input: T,
): T & { language: Language } => ({ ...input, language: input.language ?? ctx.school.language })
