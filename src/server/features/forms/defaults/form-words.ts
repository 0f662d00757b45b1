import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import type { Choice } from '#shared/forms/form-field.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { NamedGrade } from '#shared/school/grades/grade-names.rules.ts'

/** A text in both languages. */
export const words = (en: string, ar: string): Bilingual => ({ en, ar })

export const choice = (code: string, en: string, ar: string): Choice => ({ code, label: words(en, ar) })

const ordinals = [
  'الأول',
  'الثاني',
  'الثالث',
  'الرابع',
  'الخامس',
  'السادس',
  'السابع',
  'الثامن',
  'التاسع',
  'العاشر',
  'الحادي عشر',
  'الثاني عشر',
]

/** What differs from school to school in the forms that it begins with. */
export interface FormSetting {
  /** In which the next school year begins. */
  firstYear: number
  ages: FormDefinition['ages']
  /** Those that the school has set; the usual ones where absent. */
  grades?: readonly NamedGrade[] | undefined
}

/** From the year before kindergarten to grade 12. */
const usualChoices: Choice[] = [
  choice('PREKG', 'Pre-KG', 'ما قبل الروضة'),
  choice('KG1', 'KG 1', 'روضة 1'),
  choice('KG2', 'KG 2', 'روضة 2'),
  ...ordinals.map((ordinal, index) => choice(String(index + 1), `Grade ${index + 1}`, `الصف ${ordinal}`)),
]

/** Returns the grades of a school to choose from, in its own order. */
export const choicesOfGrades = ({ grades }: Pick<FormSetting, 'grades'>): Choice[] =>
  grades?.map(({ code, name }) => choice(code, name.en, name.ar)) ?? usualChoices

/** The school years that somebody may enquire for; `from` is the year in which the first of them begins. */
export const entryYears = (from: number, count = 3): Choice[] =>
  Array.from({ length: count }, (_, index) => {
    const year = from + index
    const label = `${year}–${String(year + 1).slice(2)}`
    return choice(String(year), label, label)
  })

export const sources: Choice[] = [
  choice('friend', 'A friend or relative', 'صديق أو قريب'),
  choice('sibling', 'A sibling at the school', 'أخ أو أخت في المدرسة'),
  choice('web', 'Search or the school’s website', 'البحث أو موقع المدرسة'),
  choice('social', 'Social media', 'وسائل التواصل الاجتماعي'),
  choice('event', 'An open day or a fair', 'يوم مفتوح أو معرض'),
  choice('other', 'Something else', 'غير ذلك'),
]

export const channels: Choice[] = [
  choice('whatsapp', 'WhatsApp', 'واتساب'),
  choice('phone', 'Telephone call', 'مكالمة هاتفية'),
  choice('sms', 'Text message', 'رسالة نصية'),
  choice('email', 'Email', 'البريد الإلكتروني'),
]
