import type { TFunction } from 'i18next'
import type { Problem } from '#shared/rules/form-check.rules.ts'

const bytesPerMegabyte = 1024 * 1024

/** A day of the calendar as people write it. By the browser alone: the house's own format brings money along. */
export const dayText = (day: string, lng: string): string =>
  new Intl.DateTimeFormat(lng === 'ar' ? 'ar-u-nu-latn-ca-gregory' : 'en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(Date.parse(day))

/** What is wrong with an answer, and what to do about it, in the reader's words. */
export function problemText(
  { code, limit }: Pick<Problem, 'code' | 'limit'>,
  t: TFunction<'form'>,
  lng: string,
): string {
  if (code === 'too-early' || code === 'too-late') return t(`problem.${code}`, { day: dayText(String(limit), lng) })
  if (code === 'file-too-large') return t('problem.file-too-large', { megabytes: Number(limit) / bytesPerMegabyte })
  return t(`problem.${code}`, { count: Number(limit ?? 0), limit })
}
