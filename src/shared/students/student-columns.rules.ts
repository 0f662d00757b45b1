// chunk: students
import type { CellKind } from '#shared/lists/spreadsheet.rules.ts'
import type { StudentOutcome, StudentStatus } from './student-status.rules.ts'

/*
 * The columns in which a school takes its students out and brings them in. Nothing of health, custody, learning support or
 * religion is among them, and nothing of that kind is to be added: lists leave the house.
 */

interface Column {
  readonly kind: CellKind
  readonly en: string
  readonly ar: string
  /** In characters. */
  readonly width?: number
}

/** By their codes, in their order. The words are heads of sheets: a file that has either language's is read again. */
export const studentColumns = {
  reference: { kind: 'text', en: 'Reference', ar: 'الرقم المرجعي', width: 14 },
  nameEn: { kind: 'text', en: 'Name in English', ar: 'الاسم بالإنجليزية', width: 32 },
  nameAr: { kind: 'text', en: 'Name in Arabic', ar: 'الاسم بالعربية', width: 32 },
  status: { kind: 'text', en: 'Status', ar: 'الحالة' },
  outcome: { kind: 'text', en: 'How it ended', ar: 'سبب الإغلاق', width: 26 },
  statusSince: { kind: 'day', en: 'Status since', ar: 'الحالة منذ', width: 13 },
  grade: { kind: 'text', en: 'Grade', ar: 'الصف', width: 9 },
  entryYear: { kind: 'number', en: 'Entry year', ar: 'سنة الالتحاق', width: 12 },
  birthDate: { kind: 'day', en: 'Date of birth', ar: 'تاريخ الميلاد', width: 13 },
  nationality: { kind: 'text', en: 'Nationality', ar: 'الجنسية' },
  source: { kind: 'text', en: 'Source', ar: 'المصدر' },
  campus: { kind: 'text', en: 'Campus', ar: 'الفرع', width: 12 },
  stream: { kind: 'text', en: 'Stream', ar: 'المسار', width: 12 },
  language: { kind: 'text', en: 'Family’s language', ar: 'لغة العائلة', width: 14 },
  owner: { kind: 'text', en: 'Looked after by', ar: 'المتابِع', width: 24 },
  nextActionOn: { kind: 'day', en: 'Next action', ar: 'الخطوة القادمة', width: 13 },
  appliedOn: { kind: 'day', en: 'Applied on', ar: 'قُدّم في', width: 13 },
} as const satisfies Record<string, Column>
export type StudentColumn = keyof typeof studentColumns

export const studentColumnCodes = Object.keys(studentColumns) as [StudentColumn, ...StudentColumn[]]

/** An upright page has room for so many. */
export const maxPrintColumns = 5

interface Word {
  readonly en: string
  readonly ar: string
}

/** The same words as on the screens; a test compares them. */
export const statusWords: Readonly<Record<StudentStatus, Word>> = {
  new: { en: 'New', ar: 'جديد' },
  shortlisted: { en: 'Shortlisted', ar: 'في القائمة المختصرة' },
  waiting: { en: 'Waiting', ar: 'قائمة الانتظار' },
  'on-hold': { en: 'On hold', ar: 'معلّق' },
  'offer-out': { en: 'Offer out', ar: 'عرض قائم' },
  accepted: { en: 'Accepted', ar: 'قُبل العرض' },
  booked: { en: 'Booked', ar: 'محجوز' },
  confirmed: { en: 'Confirmed', ar: 'مؤكّد' },
  rejected: { en: 'Rejected', ar: 'مرفوض' },
}

export const outcomeWords: Readonly<Record<StudentOutcome, Word>> = {
  'refused-by-school': { en: 'Rejected by the school', ar: 'رفضته المدرسة' },
  'withdrawn-by-family': { en: 'Withdrawn by the family', ar: 'سحبته الأسرة' },
  'declined-by-family': { en: 'Offer declined by the family', ar: 'اعتذرت الأسرة عن العرض' },
  'offer-expired': { en: 'Offer expired', ar: 'انتهت مدة العرض' },
  'offer-rescinded': { en: 'Offer rescinded', ar: 'سُحب العرض' },
  'deposit-overdue': { en: 'Deposit not paid in time', ar: 'لم تُدفع دفعة الحجز في موعدها' },
  'intake-closed': { en: 'Intake closed', ar: 'أُغلق باب القبول' },
}

export const studentSources = ['friend', 'sibling', 'web', 'social', 'event', 'other', 'import'] as const
export type StudentSource = (typeof studentSources)[number]

export const sourceWords: Readonly<Record<StudentSource, Word>> = {
  friend: { en: 'Friend or relative', ar: 'صديق أو قريب' },
  sibling: { en: 'Sibling at the school', ar: 'أخ أو أخت في المدرسة' },
  web: { en: 'Search or website', ar: 'البحث أو الموقع' },
  social: { en: 'Social media', ar: 'وسائل التواصل الاجتماعي' },
  event: { en: 'Open day or fair', ar: 'يوم مفتوح أو معرض' },
  other: { en: 'Other', ar: 'غير ذلك' },
  import: { en: 'Import', ar: 'قائمة مستوردة' },
}

export const languageWords: Readonly<Record<'en' | 'ar', Word>> = {
  en: { en: 'English', ar: 'الإنجليزية' },
  ar: { en: 'Arabic', ar: 'العربية' },
}
