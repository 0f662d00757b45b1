import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { DemoSchool, DemoStudent } from '../demo-types.ts'
import { namePairs } from '../names/name-pairs.ts'

/** A parent of a demo student, as the application names them and the record keeps them. */
export interface DemoParent {
  relation: 'father' | 'mother'
  name: Bilingual
  /** In E.164. */
  phone: string
  email: string
  language: Language
  paysShare: number
}

const arabMothers = namePairs('Mariam/مريم, Hessa/حصة, Noora/نورة, Amal/أمل, Hind/هند, Reem/ريم, Maha/مها, Lulwa/لولوة')
const otherMothers: Readonly<Record<string, readonly Bilingual[]>> = {
  IN: namePairs('Priya/بريا, Anita/أنيتا, Lakshmi/لاكشمي'),
  LK: namePairs('Nadeesha/ناديشا, Dilini/ديليني'),
  NP: namePairs('Sunita/سونيتا, Gita/غيتا'),
  PH: namePairs('Maria/ماريا, Grace/غريس'),
  GB: namePairs('Emma/إيما, Sarah/سارة'),
  FR: namePairs('Claire/كلير, Sophie/صوفي'),
  US: namePairs('Emily/إيميلي, Laura/لورا'),
  DE: namePairs('Julia/يوليا, Anna/آنا'),
}

const digitsOf = (reference: string): string =>
  String([...reference].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9_000_000, 7) + 1_000_000)

/** Without the child's own name: what father, brothers and sisters share. */
export const familyName = ({ name }: Pick<DemoStudent, 'name'>): Bilingual => ({
  en: name.en.split(' ').slice(1).join(' ') || name.en,
  ar: name.ar.split(' ').slice(1).join(' ') || name.ar,
})

/** Brothers and sisters stand one after the other in the list; the first of them stands for the family. */
export function familiesOf(students: readonly DemoStudent[]): DemoStudent[][] {
  const families: DemoStudent[][] = []
  for (const student of students) {
    const last = families.at(-1)
    const isSame = last?.[0] && familyName(last[0]).en === familyName(student).en && last.length < 4
    if (isSame) last.push(student)
    else families.push([student])
  }
  return families
}

/** Mother and father; the father is the one to whom offers go. */
export function parentsOf({ currency }: DemoSchool, first: DemoStudent, student: DemoStudent): DemoParent[] {
  const family = familyName(first)
  const mothers = otherMothers[first.nationality] ?? arabMothers
  const mother = mothers[Number(digitsOf(first.reference)) % mothers.length] ?? family
  const last = (name: string) => name.split(' ').at(-1) ?? name
  const country = currency === 'KWD' ? '+965 9' : '+974 5'
  const number = (of: number) =>
    `${country}${String((Number(digitsOf(first.reference)) + of) % 9_000_000).padStart(7, '0')}`.replace(' ', '')
  const { language } = first
  return [
    {
      relation: 'mother',
      name: { en: `${mother.en} ${last(family.en)}`, ar: `${mother.ar} ${last(family.ar)}` },
      phone: number(17),
      email: `mother.${first.reference.toLowerCase()}@demo.example`,
      language,
      paysShare: 0,
    },
    {
      relation: 'father',
      name: family,
      phone: number(0),
      email: `family.${student.reference.toLowerCase()}@demo.example`,
      language,
      paysShare: 100,
    },
  ]
}
