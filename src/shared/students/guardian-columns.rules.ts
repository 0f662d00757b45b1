// chunk: students
import type { CellKind } from '#shared/lists/spreadsheet.rules.ts'

/* The columns of a student's guardians in lists that are exported and imported: names and contact data, and no rights. */

const guardianParts = [
  { part: 'NameEn', en: 'name in English', ar: 'الاسم بالإنجليزية', width: 28 },
  { part: 'NameAr', en: 'name in Arabic', ar: 'الاسم بالعربية', width: 28 },
  { part: 'Relation', en: 'relation', ar: 'صلة القرابة', width: 14 },
  { part: 'Phone', en: 'phone', ar: 'الهاتف', width: 18 },
  { part: 'Email', en: 'email', ar: 'البريد الإلكتروني', width: 26 },
  { part: 'Language', en: 'language', ar: 'اللغة', width: 12 },
] as const

/** Two guardians per student. */
export const guardianPlaces = [1, 2] as const
export type GuardianPlace = (typeof guardianPlaces)[number]
export type GuardianPart = (typeof guardianParts)[number]['part']
export const guardianColumn = (place: GuardianPlace, part: GuardianPart) => `guardian${place}${part}` as const
export type GuardianColumn = ReturnType<typeof guardianColumn>

export interface GuardianHead {
  readonly kind: CellKind
  readonly en: string
  readonly ar: string
  readonly width: number
  readonly place: GuardianPlace
  readonly part: GuardianPart
}

/** By their codes, in their order. */
export const guardianColumns = Object.fromEntries<GuardianHead>(
  guardianPlaces.flatMap((place) =>
    guardianParts.map(({ part, en, ar, width }): [GuardianColumn, GuardianHead] => [
      guardianColumn(place, part),
      { kind: 'text', en: `Guardian ${place}: ${en}`, ar: `ولي الأمر ${place}: ${ar}`, width, place, part },
    ]),
  ),
) as Readonly<Record<GuardianColumn, GuardianHead>>
