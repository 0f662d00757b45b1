import { pngInLogo } from '#server/features/school/logo/school-logo.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { Picture, ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import type { LetterLook } from '#shared/letters/letter-resolve.types.ts'
import type { LetterKind } from '#shared/letters/letter-kinds.rules.ts'
import type { LetterValues } from '#shared/letters/letter-values.rules.ts'
import type { SchoolContact } from '#shared/school/school.contract.ts'
import type { LetterSettings } from '#shared/school/settings/label-settings.contract.ts'
import type { SchoolGrade } from '#shared/school/school-grades.rules.ts'
import { asPicture, currentLogo } from './letter-logo.service.ts'

/** School data in a letter. */
export interface PaperSchool {
  name: Bilingual
  language: Language
  timeZone: string
  brand: string
  contact: SchoolContact | undefined
  logo: Picture | null
  /** Grades as the school names them; undefined where it has set none. */
  grades?: readonly SchoolGrade[] | undefined
  /** Who signs which letter; undefined where the school has named nobody. */
  letters?: LetterSettings | undefined
}

/** Returns the school as its letters name it. @throws AppError tenant.unknown */
export async function paperSchool(tx: Tx, schoolId: string): Promise<PaperSchool> {
  const { name, language, timeZone, profile, logoSvg } = await readSchool(tx, schoolId)
  const kept = await currentLogo(tx, schoolId)
  const logo = kept?.png ? asPicture(kept.png) : schoolLogo(logoSvg)
  return {
    name,
    language,
    timeZone,
    brand: profile.theme.brand,
    contact: profile.contact,
    logo,
    grades: profile.grades,
    letters: profile.letters,
  }
}

/** Returns the logo of the school's pages as a letter holds it: a drawing, or the picture within one; null for none. */
function schoolLogo(logoSvg: string): Picture | null {
  if (logoSvg === '') return null
  const png = pngInLogo(logoSvg)
  return png ? asPicture(png) : { format: 'svg', data: logoSvg }
}

/** Returns the school's values for a letter: the person who signs letters of this kind, else the school itself. */
export function schoolValues(
  { name, contact, letters }: Pick<PaperSchool, 'name' | 'contact' | 'letters'>,
  kind?: LetterKind,
): LetterValues {
  const chosen = letters?.signedBy.find(({ letter }) => letter === kind)?.signatory
  const person = letters?.signatories.find(({ id }) => id === chosen)
  const signer = person?.name ?? name
  return {
    'school.name': name,
    'school.phone': contact?.phone ?? null,
    'school.email': contact?.email ?? null,
    'letter.signedBy': { latin: signer.en, arabic: signer.ar },
    'letter.signerRole': person?.position ?? { en: 'Admissions office', ar: 'مكتب القبول' },
  }
}

export const lookOf = ({ brand, logo }: PaperSchool, verification: ResolvedLetter['verification']): LetterLook => ({
  brand,
  logo,
  verification,
})
