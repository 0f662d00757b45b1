import { findText, textsIn } from '#server/kernel/words.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { Instant } from '#shared/kernel/time.ts'
import arAudit from '../../../../../public/locales/ar/audit.json' with { type: 'json' }
import arEnquiries from '../../../../../public/locales/ar/admissions.enquiries.json' with { type: 'json' }
import arDocuments from '../../../../../public/locales/ar/documents.json' with { type: 'json' }
import arSubmissions from '../../../../../public/locales/ar/forms.submissions.json' with { type: 'json' }
import arStaff from '../../../../../public/locales/ar/identity.staff.json' with { type: 'json' }
import arExport from '../../../../../public/locales/ar/lists.json' with { type: 'json' }
import arMessages from '../../../../../public/locales/ar/messaging.json' with { type: 'json' }
import arExceptions from '../../../../../public/locales/ar/pos.exceptions.json' with { type: 'json' }
import arRetention from '../../../../../public/locales/ar/retention.json' with { type: 'json' }
import arSales from '../../../../../public/locales/ar/pos.reports.json' with { type: 'json' }
import arSalesBy from '../../../../../public/locales/ar/pos.sales.json' with { type: 'json' }
import arStudents from '../../../../../public/locales/ar/students.json' with { type: 'json' }
import enAudit from '../../../../../public/locales/en/audit.json' with { type: 'json' }
import enEnquiries from '../../../../../public/locales/en/admissions.enquiries.json' with { type: 'json' }
import enDocuments from '../../../../../public/locales/en/documents.json' with { type: 'json' }
import enSubmissions from '../../../../../public/locales/en/forms.submissions.json' with { type: 'json' }
import enStaff from '../../../../../public/locales/en/identity.staff.json' with { type: 'json' }
import enExport from '../../../../../public/locales/en/lists.json' with { type: 'json' }
import enMessages from '../../../../../public/locales/en/messaging.json' with { type: 'json' }
import enExceptions from '../../../../../public/locales/en/pos.exceptions.json' with { type: 'json' }
import enRetention from '../../../../../public/locales/en/retention.json' with { type: 'json' }
import enSales from '../../../../../public/locales/en/pos.reports.json' with { type: 'json' }
import enSalesBy from '../../../../../public/locales/en/pos.sales.json' with { type: 'json' }
import enStudents from '../../../../../public/locales/en/students.json' with { type: 'json' }

/** Texts of the screens, so that a spreadsheet's rows read like its list. */
const words = {
  en: {
    audit: enAudit,
    documents: enDocuments,
    enquiries: enEnquiries,
    exceptions: enExceptions,
    export: enExport,
    messages: enMessages,
    retention: enRetention,
    sales: enSales,
    salesBy: enSalesBy,
    staff: enStaff,
    students: enStudents,
    submissions: enSubmissions,
  },
  ar: {
    audit: arAudit,
    documents: arDocuments,
    enquiries: arEnquiries,
    exceptions: arExceptions,
    export: arExport,
    messages: arMessages,
    retention: arRetention,
    sales: arSales,
    salesBy: arSalesBy,
    staff: arStaff,
    students: arStudents,
    submissions: arSubmissions,
  },
}

const textOf = textsIn(words)

/** Language and clock of a spreadsheet. */
export interface Voice {
  readonly language: Language
  /** Returns a text by its list and key: `audit.fact.version`. */
  text: (key: string, values?: Readonly<Record<string, string>>) => string
  /** Returns the label of a code; a code without one, as a newer server may write, is returned unchanged. */
  word: (group: string, code: string) => string
  /** Returns a name in the spreadsheet's script, else in the other one. */
  name: (name: Bilingual | null) => string | null
  /** Formats a moment for a spreadsheet, by the school's clock. */
  moment: (at: Instant | null) => string | null
  /** Joins several values in one cell. */
  listed: (parts: readonly string[]) => string
}

export function voiceOf(language: Language, timeZone: string): Voice {
  const list = new Intl.ListFormat(language, { type: 'unit' })
  const clock = new Intl.DateTimeFormat('en-GB-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return {
    language,
    text: (key, values) => textOf(language, key, values),
    word: (group, code) => findText(words, language, `${group}.${code}`) ?? code,
    name: (name) => name && (name[language] || name[language === 'ar' ? 'en' : 'ar'] || null),
    moment: (at) => {
      if (at === null) return null
      const shown = new Map(clock.formatToParts(Date.parse(at)).map(({ type, value }) => [type, value]))
      const show = (part: Intl.DateTimeFormatPartTypes) => shown.get(part) ?? ''
      return `${show('year')}-${show('month')}-${show('day')} ${show('hour')}:${show('minute')}`
    },
    listed: (parts) => list.format(parts),
  }
}
