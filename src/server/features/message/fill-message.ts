import { type PaperSchool, schoolValues } from '#server/features/letter/letter-school.service.ts'
import { gradeName } from '#server/features/letter/offer-letter.service.ts'
import type { ToldFacts } from '#server/features/student/told-facts.service.ts'
import { harmless } from '#shared/rules/harmless-text.rules.ts'
import type { MessageText } from '#shared/contract/student-message.ts'
import type { Language } from '#shared/contract/school.ts'
import type { Day } from '#shared/kernel/time.ts'
import { type Resolved, resolveLetter } from '#shared/rules/letter-resolve.rules.ts'
import { type LetterValues, nameAsWritten } from '#shared/rules/letter-values.rules.ts'
import { templateOf } from '#shared/rules/message-blocks.rules.ts'
import { showReference } from '#shared/rules/reference-number.rules.ts'
import { writtenDay } from '#shared/rules/written-day.rules.ts'

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
