import { defaultRegulator, type Regulator, regulatorCountry } from '#shared/school/regulator.rules.ts'
import type { DocumentType } from './document-type.contract.ts'

/*
 * Ready-made lists of documents, as data: by country and version. A new year's list is a new one here; a school that has set a
 * list of its own keeps that. Whose stamps a transfer certificate needs is the practice in Dubai as schools publish it: a school
 * looks it over before it relies on it.
 */

const both = (en: string, ar: string) => ({ en, ar })
const everybody = [{}]
const files = ['jpeg', 'png', 'webp', 'pdf'] as const
const pictures = ['jpeg', 'png', 'webp'] as const
const plain = { hasExpiry: false, promiseDays: 60, accept: [...files], tier: 'intermediate', asked: everybody } as const

type Paper = Omit<DocumentType, 'accept' | 'asked'> & {
  accept: readonly DocumentType['accept'][number][]
  asked: readonly DocumentType['asked'][number][]
}
const paper = ({ accept, asked, ...rest }: Paper): DocumentType => ({ ...rest, accept: [...accept], asked: [...asked] })

const ofChild = [
  paper({
    ...plain,
    code: 'photo',
    label: both('Photograph of the child', 'صورة الطفل'),
    sensitivity: 'S1',
    accept: pictures,
    tier: 'default',
    fields: ['photo'],
  }),
  paper({
    ...plain,
    code: 'birth-certificate',
    label: both('Birth certificate', 'شهادة الميلاد'),
    sensitivity: 'S2',
    fields: ['birth_certificate'],
  }),
  paper({
    ...plain,
    code: 'passport',
    label: both('Passport of the child', 'جواز سفر الطفل'),
    sensitivity: 'S2',
    hasExpiry: true,
    fields: ['passport_copy'],
  }),
  paper({
    ...plain,
    code: 'identity-card',
    label: both('Identity card of the child, both sides', 'بطاقة هوية الطفل من الوجهين'),
    sensitivity: 'S2',
    hasExpiry: true,
    fields: ['id_copy'],
  }),
  paper({
    ...plain,
    code: 'residence-permit',
    label: both('Residence permit of the child', 'إقامة الطفل'),
    sensitivity: 'S2',
    hasExpiry: true,
    asked: [{ nationality: ['gulf', 'western', 'other'] }],
    fields: ['visa_copy'],
  }),
]

const ofGuardians = paper({
  ...plain,
  code: 'guardian-identity',
  label: both('Identity cards of the guardians', 'هويات أولياء الأمور'),
  sensitivity: 'S2',
  hasExpiry: true,
  fields: ['guardian_ids'],
})

const reports = paper({
  ...plain,
  code: 'school-reports',
  label: both('Reports of the last two years', 'تقارير آخر عامين'),
  sensitivity: 'S1',
  tier: 'maximum',
  asked: [{ fromGrade: '1', lastSchool: ['home', 'gulf', 'western', 'other'] }],
  fields: ['reports'],
})

/** Inside the country every grade; from abroad grade 2 and above. */
const transfer = (notes: Readonly<Record<'home' | 'gulf' | 'western' | 'other', ReturnType<typeof both>>>) =>
  paper({
    ...plain,
    code: 'transfer-certificate',
    label: both('Transfer certificate', 'شهادة الانتقال'),
    sensitivity: 'S1',
    asked: [
      { lastSchool: ['home'], note: notes.home },
      { fromGrade: '2', lastSchool: ['gulf'], note: notes.gulf },
      { fromGrade: '2', lastSchool: ['western'], note: notes.western },
      { fromGrade: '2', lastSchool: ['other'], note: notes.other },
    ],
    fields: ['transfer_paper'],
  })

const ofHealth = [
  paper({
    ...plain,
    code: 'vaccination-record',
    label: both('Vaccination record', 'سجل التطعيمات'),
    sensitivity: 'S3',
    fields: ['vaccination_record'],
  }),
  paper({
    ...plain,
    code: 'custody-paper',
    label: both('Court paper about custody', 'حكم الحضانة'),
    sensitivity: 'S3',
    promiseDays: null,
    asked: [],
    fields: ['custody_paper'],
  }),
  paper({
    ...plain,
    code: 'support-papers',
    label: both('Papers about help with learning', 'أوراق الدعم في التعلّم'),
    sensitivity: 'S3',
    tier: 'large',
    asked: [],
    fields: ['support_papers'],
  }),
]

const inDubai = {
  home: both(
    'From within the country: by the school’s own system, or stamped by its authority.',
    'من داخل الدولة: إلكترونيًا من المدرسة، أو مصدّقة من الجهة التعليمية.',
  ),
  gulf: both('Stamped by the ministry of education of that country.', 'مصدّقة من وزارة التعليم في ذلك البلد.'),
  western: both(
    'On the school’s letterhead, signed and stamped; no further stamps.',
    'على ورق المدرسة الرسمي بتوقيعها وختمها، من دون تصديق آخر.',
  ),
  other: both(
    'Stamped by the ministry of education, the ministry of foreign affairs and the embassy of the Emirates in that country.',
    'مصدّقة من وزارة التعليم ووزارة الخارجية وسفارة الإمارات في ذلك البلد.',
  ),
}
const anywhere = both('Stamped as the education authority here asks for.', 'مصدّقة بحسب ما تطلبه الجهة التعليمية هنا.')

export interface DocumentPack {
  id: string
  types: readonly DocumentType[]
}

const packOf = (id: string, notes: typeof inDubai): DocumentPack => ({
  id,
  types: [...ofChild, ofGuardians, reports, transfer(notes), ...ofHealth],
})

const emirates = packOf('dubai-2026-1', inDubai)
/** For schools elsewhere: it names no stamps. */
const general = packOf('general-2026-1', { home: anywhere, gulf: anywhere, western: anywhere, other: anywhere })

/** Returns the list of documents for schools under a regulator. */
export const packOfRegulator = (regulator: Regulator): DocumentPack =>
  regulatorCountry(regulator) === 'AE' ? emirates : general

/** Returns the list of documents for schools of a country. @param country ISO 3166 code */
export const packFor = (country: string): DocumentPack => packOfRegulator(defaultRegulator(country))
