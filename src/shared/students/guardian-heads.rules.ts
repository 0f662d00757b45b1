import { type GuardianColumn, type GuardianPart, guardianColumn } from './guardian-columns.rules.ts'

/*
 * Heads by which schools' own lists name a guardian, besides those of our template. A name without a script is read as Latin under
 * an English head and as Arabic under an Arabic one.
 */

const owners = [
  { place: 1, words: ['guardian', "guardian's", 'guardian 1', 'parent', "parent's", 'parent 1'] },
  { place: 2, words: ['guardian 2', 'second guardian', "second guardian's", 'parent 2', 'second parent'] },
] as const

const english: readonly (readonly [GuardianPart, readonly string[]])[] = [
  ['NameEn', ['name', 'full name', 'english name', 'name in English', 'name (English)']],
  ['NameAr', ['arabic name', 'name in Arabic', 'name (Arabic)']],
  ['Relation', ['relation', 'relationship']],
  ['Phone', ['phone', 'phone number', 'mobile', 'mobile number', 'telephone']],
  ['Email', ['email', 'e-mail', 'email address', 'e-mail address']],
  ['Language', ['language', 'contact language']],
]

const arabic: readonly (readonly [GuardianPart, readonly string[]])[] = [
  ['NameAr', ['اسم ولي الأمر', 'الاسم الكامل لولي الأمر', 'اسم ولي الأمر بالعربية']],
  ['NameEn', ['اسم ولي الأمر بالإنجليزية']],
  ['Relation', ['صلة القرابة', 'صلة ولي الأمر', 'صلة القرابة بالطالب']],
  ['Phone', ['هاتف ولي الأمر', 'جوال ولي الأمر', 'رقم هاتف ولي الأمر', 'رقم جوال ولي الأمر', 'رقم ولي الأمر']],
  ['Email', ['بريد ولي الأمر', 'البريد الإلكتروني لولي الأمر', 'بريد ولي الأمر الإلكتروني', 'إيميل ولي الأمر']],
  ['Language', ['لغة ولي الأمر']],
]

/** Each head as it is written, with the column it names. */
export const guardianHeads: readonly (readonly [head: string, column: GuardianColumn])[] = [
  ...owners.flatMap(({ place, words }) =>
    english.flatMap(([part, heads]) =>
      words.flatMap((owner) => heads.map((head) => [`${owner} ${head}`, guardianColumn(place, part)] as const)),
    ),
  ),
  ...arabic.flatMap(([part, heads]) => heads.map((head) => [head, guardianColumn(1, part)] as const)),
]
