// chunk: form-parts
import type { TFunction } from 'i18next'
import type { Problem } from '#shared/forms/form-check.rules.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'

const bytesPerMegabyte = 1024 * 1024

/** What is wrong with an answer, and what to do about it, in the reader's words. */
export function problemText(
  { code, limit }: Pick<Problem, 'code' | 'limit'>,
  t: TFunction<'forms'>,
  lng: string,
): string {
  if (code === 'too-early' || code === 'too-late') return t(`problem.${code}`, { day: formatDay(String(limit), lng) })
  if (code === 'file-too-large') return t('problem.file-too-large', { megabytes: Number(limit) / bytesPerMegabyte })
  return t(`problem.${code}`, { count: Number(limit ?? 0), limit })
}
