// chunk: desk-parts
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { unreadableSheets } from './spreadsheet.rules.ts'

/** Reasons why a file of rows cannot be read, with what to do. */
export const unreadableSheetWords: Readonly<Record<(typeof unreadableSheets)[number], Bilingual>> = {
  empty: { en: 'There are no rows in this file.', ar: 'لا توجد صفوف في هذا الملف.' },
  'not-a-sheet': {
    en: 'This is not a workbook with a sheet. Save the list as XLSX or CSV.',
    ar: 'هذا ليس مصنفًا فيه ورقة بيانات. احفظوا القائمة بصيغة XLSX أو CSV.',
  },
  'old-format': {
    en: 'This workbook is of an old kind or has a password. Save it as XLSX without a password.',
    ar: 'هذا المصنف بصيغة قديمة أو محمي بكلمة مرور. احفظوه بصيغة XLSX دون كلمة مرور.',
  },
  encoding: {
    en: 'The letters of this file cannot be told. Save it as “CSV UTF-8” or as XLSX.',
    ar: 'تعذّرت معرفة ترميز الأحرف في هذا الملف. احفظوه بصيغة «CSV UTF-8» أو XLSX.',
  },
  damaged: {
    en: 'This file is damaged. Open it in your program and save it again.',
    ar: 'هذا الملف تالف. افتحوه في برنامجكم واحفظوه من جديد.',
  },
  unsafe: {
    en: 'This file has parts that no list needs. Copy the list into a new file and try that.',
    ar: 'في هذا الملف أجزاء لا تحتاجها أي قائمة. انسخوا القائمة إلى ملف جديد وجرّبوه.',
  },
  'too-large': {
    en: 'This file is too large. Copy only the list into a new file, or part it.',
    ar: 'هذا الملف كبير جدًا. انسخوا القائمة وحدها إلى ملف جديد أو قسّموها.',
  },
  'too-many-rows': {
    en: 'A file may have 5,000 rows. Split this one.',
    ar: 'الحد الأقصى 5,000 صف في الملف. قسّموا هذا الملف.',
  },
  'columns-missing': {
    en: 'These columns are missing in the first row:',
    ar: 'هذه الأعمدة غير موجودة في الصف الأول:',
  },
  'columns-twice': {
    en: 'These columns are in the first row more than once:',
    ar: 'هذه الأعمدة مكررة في الصف الأول:',
  },
}
