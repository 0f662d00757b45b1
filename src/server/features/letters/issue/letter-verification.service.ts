import type { Language } from '#shared/kernel/fields.ts'
import type { ResolvedLetter, Run } from '#shared/kernel/letter/letter.ts'
import { qrPath } from '#shared/kernel/text/qr-path.rules.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'

const words: Readonly<Record<Language, (code: string) => Run[]>> = {
  en: (code) => [
    { text: 'Whether this letter is genuine and still holds: scan the square, or open the address below. Code: ' },
    { text: code, dir: 'ltr', strong: true },
  ],
  ar: (code) => [
    { text: 'للتحقق من صحة هذا الخطاب وسريانه: امسحوا المربع أو افتحوا العنوان أدناه. الرمز: ' },
    { text: code, dir: 'ltr', strong: true },
  ],
}

/** Returns how the holder of a letter can verify it. @param origin the school's own address */
export function verificationOf(
  code: string,
  origin: string,
  languages: readonly Language[],
): NonNullable<ResolvedLetter['verification']> {
  const url = `${origin}/verify/${code}`
  return {
    said: languages.map((lang) => ({ lang, runs: words[lang](formatReference(code)) })),
    url,
    qr: qrPath(url),
  }
}
