import { type PaperSchool, schoolValues } from '#server/features/letter/letter-school.service.ts'
import { gradeName } from '#server/features/letter/offer-letter.service.ts'
import { harmless } from '#shared/rules/harmless-text.rules.ts'
import type { MessageText } from '#shared/contract/student-message.ts'
import type { Bilingual } from '#shared/contract/endpoint.ts'
import type { Language } from '#shared/contract/school.ts'
import type { Day } from '#shared/kernel/time.ts'
import { type Resolved, resolveLetter } from '#shared/rules/letter-resolve.rules.ts'
import { type LetterValues, nameAsWritten } from '#shared/rules/letter-values.rules.ts'
import { templateOf } from '#shared/rules/message-blocks.rules.ts'
import { showReference } from '#shared/rules/reference-number.rules.ts'

/** What a message says of its child. */
export interface ToldStudent {
  /** Of several children who are told of together. */
  references?: readonly string[]
  reference: string
  nameLatin: string | null
  nameArabic: string | null
  grade: string | null
  entryYear: number | null
  /** Null for who does not wait. */
  waitingPlace: number | null
  /** Of a refusal, where families are told it. */
  reason: Bilingual | null
}

interface Told {
  school: PaperSchool
  /** The school's own address; empty where none is known. */
  origin: string
  today: Day
  student: ToldStudent
  to: { name: string; language: Language }
}

/** A message to one recipient, in their language, and what is missing in it. What families typed carries no address of theirs. */
export function fillMessage(text: MessageText, { school, origin, today, student, to }: Told): Resolved {
  const { reference, references = [reference], nameLatin, nameArabic, grade, entryYear, waitingPlace, reason } = student
  const named = (name: string | null) => name && harmless(name)
  const { latin, arabic } = nameAsWritten(harmless(to.name))
  const values: LetterValues = {
    ...schoolValues(school),
    'school.website': origin,
    'student.name': { latin: named(nameLatin), arabic: named(nameArabic) },
    'guardian.name': { latin, arabic },
    'application.reference': references.map(showReference).join(', '),
    'application.waitingPlace': waitingPlace,
    'application.reason': reason,
    'offer.grade': grade && gradeName(grade),
    'offer.year': entryYear === null ? null : `${entryYear}/${String((entryYear + 1) % 100).padStart(2, '0')}`,
    'letter.date': today,
  }
  const look = { brand: school.brand, logo: null, verification: null }
  return resolveLetter(templateOf(text), values, [to.language], look)
}
