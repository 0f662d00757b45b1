import { gradeName } from '#server/features/admissions/offers/offer-letter.service.ts'
import type { ToldFacts } from '#server/features/admissions/transitions/told-facts.service.ts'
import { type PaperSchool, schoolValues } from '#server/features/letters/templates/letter-school.service.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { harmless } from '#shared/kernel/text/harmless-text.rules.ts'
import { showReference } from '#shared/kernel/text/reference-number.rules.ts'
import { writtenDay } from '#shared/kernel/text/written-day.rules.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import { type Resolved, resolveLetter } from '#shared/letters/letter-resolve.rules.ts'
import { type LetterValues, nameAsWritten } from '#shared/letters/letter-values.rules.ts'
import type { MessageText } from '#shared/messaging/student-message.contract.ts'

/** What a message says of its child. */
export interface ToldStudent extends ToldFacts {
  /** Of several children who are told of together. */
  references?: readonly string[]
  reference: string
  nameLatin: string | null
  nameArabic: string | null
  grade: string | null
  entryYear: number | null
}

interface Told {
  school: PaperSchool
  /** The school's own address; empty where none is known. */
  origin: string
  today: Day
  student: ToldStudent
  to: {
    name: string
    language: Language
    /** Where this reader reads the letter of the offer; null for who has none. */
    letterLink: string | null
    /** Where they open an account; null for who has one, or none to open. */
    signUp: string | null
  }
}

/** A message to one recipient, in their language, and what is missing in it. What families typed carries no address of theirs. */
export function fillMessage(text: MessageText, { school, origin, today, student, to }: Told): Resolved {
  const { reference, references = [reference], nameLatin, nameArabic, grade, entryYear } = student
  const named = (name: string | null) => name && harmless(name)
  const { latin, arabic } = nameAsWritten(harmless(to.name))
  const values: LetterValues = {
    ...schoolValues(school),
    'school.website': origin,
    ...joiningValues(student),
    'student.name': { latin: named(nameLatin), arabic: named(nameArabic) },
    'guardian.name': { latin, arabic },
    'application.reference': references.map(showReference).join(', '),
    'application.waitingPlace': student.waitingPlace,
    'application.reason': student.reason,
    'offer.grade': grade && gradeName(grade),
    'offer.year': entryYear === null ? null : `${entryYear}/${String((entryYear + 1) % 100).padStart(2, '0')}`,
    'letter.date': today,
    'letter.link': to.letterLink,
    'account.signUp': to.signUp,
  }
  const look = { brand: school.brand, logo: null, verification: null }
  return resolveLetter(templateOf(text), values, [to.language], look)
}

/** A message as a letter's template: its paragraphs one below the other under the school's name. */
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

/** What a family that joins is told: of papers each with its last day, in one sentence. */
function joiningValues({ number, accepted, promised }: ToldFacts): LetterValues {
  const said = (lng: Language) =>
    promised
      .map(({ label, until }) => `${label[lng]} (${words[lng]} ${writtenDay(until, lng)})`)
      .join(lng === 'ar' ? '؛ ' : '; ')
  return {
    'student.number': number,
    'offer.startDate': accepted?.startOn ?? null,
    'documents.promised': promised.length === 0 ? null : { en: said('en'), ar: said('ar') },
  }
}

const words: Readonly<Record<Language, string>> = { en: 'by', ar: 'حتى' }
