import type { MessageFacts } from '#server/features/admissions/transitions/message-facts.service.ts'
import { type PaperSchool, schoolValues } from '#server/features/letters/templates/letter-school.service.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import { sanitizeText } from '#shared/kernel/text/sanitize-text.rules.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import { resolveLetter } from '#shared/letters/letter-resolve.rules.ts'
import { type Resolved } from '#shared/letters/letter-resolve.types.ts'
import { formatName, type LetterValues } from '#shared/letters/letter-values.rules.ts'
import type { MessageText } from '#shared/messaging/student-message.contract.ts'
import { gradeNameOf } from '#shared/school/school-grades.rules.ts'

/** Data of a child in a message. */
export interface MessageStudent extends MessageFacts {
  /** Of a reminder of fees. */
  fees?: { open: { minor: number; currency: Currency }; items: Bilingual; code: string }
  /** References of several children in one message. */
  references?: readonly string[]
  reference: string
  nameLatin: string | null
  nameArabic: string | null
  grade: string | null
  entryYear: number | null
}

interface Told {
  school: PaperSchool
  /** School's own address; empty where unknown. */
  origin: string
  today: Day
  student: MessageStudent
  to: {
    name: string
    language: Language
    /** Link to the offer's letter for this reader; null without one. */
    letterLink: string | null
    /** Link to create an account; null for readers who have one, or may not have one. */
    signUp: string | null
  }
}

/**
 * Fills a message for one recipient, in their language, and reports missing values. Text typed by families contains none of their
 * addresses.
 */
export function fillMessage(text: MessageText, { school, origin, today, student, to }: Told): Resolved {
  const { reference, references = [reference], nameLatin, nameArabic, grade, entryYear } = student
  const named = (name: string | null) => name && sanitizeText(name)
  const { latin, arabic } = formatName(sanitizeText(to.name))
  const values: LetterValues = {
    ...schoolValues(school),
    'school.website': origin,
    ...joiningValues(student),
    ...feeValues(student),
    'student.name': { latin: named(nameLatin), arabic: named(nameArabic) },
    'guardian.name': { latin, arabic },
    'application.reference': references.map(formatReference).join(', '),
    'application.waitingPlace': student.waitingPlace,
    'application.reason': student.reason,
    'offer.grade': grade && gradeNameOf(school.grades, grade),
    'offer.year': entryYear === null ? null : `${entryYear}/${String((entryYear + 1) % 100).padStart(2, '0')}`,
    'letter.date': today,
    'letter.link': to.letterLink,
    'account.signUp': to.signUp,
  }
  const look = { brand: school.brand, logo: null, verification: null }
  return resolveLetter(templateOf(text), values, [to.language], look)
}

/** Converts a message to a letter template: its paragraphs under the school's name. */
const templateOf = ({ title, paragraphs }: MessageText): LetterTemplate => ({
  title,
  letterhead: true,
  blocks: paragraphs.map(({ words, isOptional }) => {
    const fields = [...words.en, ...words.ar].flatMap((piece) => ('field' in piece ? [piece.field] : []))
    const showWhen = { all: [...new Set(fields)].slice(0, 10).map((field) => ({ field, isGiven: true })) }
    const isAsked = isOptional && fields.length > 0
    return { kind: 'para' as const, layout: 'stack' as const, words, ...(isAsked && { showWhen }) }
  }),
})

/** Returns the values for a joining family: promised documents each with their last day, in one sentence. */
function joiningValues({ number, accepted, promised }: MessageFacts): LetterValues {
  const said = (lng: Language) =>
    promised
      .map(({ label, until }) => `${label[lng]} (${words[lng]} ${formatDay(until, lng)})`)
      .join(lng === 'ar' ? '؛ ' : '; ')
  return {
    'student.number': number,
    'offer.startDate': accepted?.startOn ?? null,
    'documents.promised': promised.length === 0 ? null : { en: said('en'), ar: said('ar') },
  }
}

const feeValues = ({ fees }: MessageStudent): LetterValues => ({
  'fees.open': fees?.open ?? null,
  'fees.items': fees?.items ?? null,
  'fees.code': fees?.code ?? null,
})

const words: Readonly<Record<Language, string>> = { en: 'by', ar: 'حتى' }
