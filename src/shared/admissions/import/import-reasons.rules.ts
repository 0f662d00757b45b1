import type { Language } from '#shared/kernel/fields.ts'
import type { UnreadableSheet } from '#shared/lists/spreadsheet.rules.ts'
import { unreadableSheetWords } from '#shared/lists/unreadable-sheet-words.ts'
import { importColumns } from './import-columns.rules.ts'
import type { ImportProblem, ImportWrong } from './import-row.rules.ts'

/*
 * Texts of the problems of a row. They are here and not among the screen texts because the file of refused rows
 * contains them too.
 */

type Words = Readonly<Record<Language, string>>

const reasons: Readonly<Record<ImportWrong, Words>> = {
  quotes: { en: 'a quotation mark is not closed', ar: 'علامة تنصيص لم تُغلق' },
  cells: { en: 'it has more or fewer cells than the first row', ar: 'عدد خلاياه يختلف عن الصف الأول' },
  characters: { en: 'some characters cannot be read', ar: 'فيه أحرف لا يمكن قراءتها' },
  missing: { en: 'is missing', ar: 'غير مذكور' },
  'no-name': { en: 'has no name, in English or in Arabic', ar: 'ليس فيه اسم بالإنجليزية ولا بالعربية' },
  'too-long': { en: 'is too long', ar: 'أطول من اللازم' },
  script: { en: 'is not written in this column’s letters', ar: 'ليس مكتوبًا بأحرف هذا العمود' },
  reference: { en: 'is not a reference', ar: 'ليس رقمًا مرجعيًا' },
  'reference-of-another': { en: 'belongs to another child', ar: 'يعود إلى طفل آخر' },
  day: {
    en: 'is not a day of the calendar; write it as 2019-03-31 or 31/03/2019',
    ar: 'ليس يومًا في التقويم الميلادي؛ اكتبوه هكذا: 2019-03-31 أو 31/03/2019',
  },
  'day-to-come': { en: 'lies in the future', ar: 'تاريخ لم يأتِ بعد' },
  year: { en: 'is not a year; write 2026 or 2026/27', ar: 'ليس سنة؛ اكتبوا 2026 أو 2026/27' },
  grade: { en: 'is not a grade; write KG1, KG2 or 1 to 13', ar: 'ليس صفًا؛ اكتبوا KG1 أو KG2 أو رقمًا من 1 إلى 13' },
  country: {
    en: 'is not a country; write its name or its two letters, such as QA',
    ar: 'ليس اسم دولة؛ اكتبوا اسمها أو رمزها من حرفين مثل QA',
  },
  language: { en: 'is neither English nor Arabic', ar: 'ليست الإنجليزية ولا العربية' },
  relation: {
    en: 'is not known; write Father, Mother, Legal guardian or Other',
    ar: 'غير معروفة؛ اكتبوا: الأب أو الأم أو الوصي القانوني أو غير ذلك',
  },
  phone: { en: 'is not a phone number', ar: 'ليس رقم هاتف' },
  email: { en: 'is not an email address', ar: 'ليس عنوان بريد إلكتروني' },
  status: { en: 'is not a status', ar: 'ليست حالة معروفة' },
  'status-later': {
    en: 'only New, Shortlisted and Waiting can be brought in; the rest is decided here',
    ar: 'لا تُستورد إلا الحالات: جديد، في القائمة المختصرة، قائمة الانتظار؛ وما عداها يُقرَّر هنا',
  },
  'age-rule': {
    en: 'this age cannot be shortlisted for this grade, or birthday, grade or year is missing',
    ar: 'لا يُدرج هذا العمر في القائمة المختصرة لهذا الصف، أو ينقص تاريخ الميلاد أو الصف أو السنة',
  },
  'identity-number': { en: 'is not an identity number', ar: 'ليس رقم هوية' },
  'guardian-name': { en: 'is missing, though a phone or an email is given', ar: 'غير مذكور رغم ذكر هاتف أو بريد' },
  twice: { en: 'is the same child as in row {row}', ar: 'هو الطفل نفسه المذكور في الصف {row}' },
  'not-kept': { en: 'could not be stored; try it again in another file', ar: 'تعذّر حفظه؛ حاولوا مجددًا في ملف آخر' },
}

/** Returns one sentence that names the cell and its problem. */
export function reasonOf({ column, why, row }: ImportProblem, language: Language): string {
  const reason = reasons[why][language].replace('{row}', String(row ?? ''))
  const of = column === null ? { en: 'This row', ar: 'هذا الصف' } : importColumns[column]
  return `${of[language]}: ${reason}`
}

/** Reasons why a file cannot be read, with what to do. */
export const unreadableWords: Readonly<Record<UnreadableSheet, Words>> = {
  ...unreadableSheetWords,
  empty: { en: 'There is no student in this file.', ar: 'لا يوجد أي طالب في هذا الملف.' },
  'too-many-rows': {
    en: 'A file may have 5,000 students. Part this one.',
    ar: 'الحد الأقصى 5,000 طالب في الملف. قسّموا هذا الملف.',
  },
}
