import { promisedDocuments } from '#server/features/documents/promised-documents.service.ts'
import { wordInMail } from '#server/features/mail/mail.service.ts'
import { readPupilAccount } from '#server/features/pos/accounts/see-account.service.ts'
import type { Student } from '#server/features/students/student.view.ts'
import { studentStatus } from '#server/features/students/student-facts.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Day } from '#shared/kernel/time.ts'
import { historyOf } from '../file/student-file.service.ts'
import { letterReaders } from '../offers/offer-mail.service.ts'
import { readRules } from '../rules/admission-rules.service.ts'
import { positionHistory } from '../waiting-list/waiting-position.service.ts'

/** Reasons of a refusal that a family may be told, in words meant for it. The others are between colleagues. */
const messageReasons: readonly string[] = [
  'no-seat',
  'age',
  'assessment',
  'support-needs',
  'papers-awaited',
  'duplicate',
]

export interface MessageFacts {
  /** From 1; null for who does not wait. */
  waitingPlace: number | null
  /** Of a refusal; null for who was not refused, and where the reason is none for families. */
  reason: Bilingual | null
  /** At the school and its tills; null for who has no account there. */
  number: string | null
  /** The first day at the school by the offer that is accepted, and by which path its letter is read; null without one. */
  accepted: { startOn: Day; path: string } | null
  promised: readonly { label: Bilingual; until: Day }[]
}

/** What a family may be told of how a student stands now, for letters and messages. */
export async function messageFacts(
  tx: Tx,
  { schoolId, id, status, outcome }: Pick<Student, 'schoolId' | 'id' | 'status' | 'outcome'>,
): Promise<MessageFacts> {
  const [latest] = status === 'waiting' ? await positionHistory(tx, schoolId, id, 1) : []
  const refusal = outcome === 'refused-by-school' ? (await historyOf(tx, schoolId, id)).at(-1) : undefined
  const code = refusal?.reason ?? ''
  const word = (language: 'en' | 'ar') => wordInMail(language, `reason.${code}`)
  return {
    waitingPlace: latest?.position ?? null,
    reason: messageReasons.includes(code) ? { en: word('en'), ar: word('ar') } : null,
    ...(await joiningFacts(tx, { schoolId, id, status })),
  }
}

const nothingYet = { number: null, accepted: null, promised: [] }

/** What a family needs to know that has accepted a place. */
async function joiningFacts(tx: Tx, { schoolId, id, status }: Pick<Student, 'schoolId' | 'id' | 'status'>) {
  if (status !== 'accepted' && status !== 'booked' && status !== 'confirmed') return nothingYet
  const account = await readPupilAccount(tx, schoolId, id)
  const terms = (await letterReaders(tx, schoolId, id))?.offer.terms
  return {
    number: account && account.state !== 'closed' ? account.admissionNo : null,
    accepted: terms ? { startOn: terms.startOn, path: `/${terms.letter}` } : null,
    promised: await promisedDocuments(tx, schoolId, id),
  }
}

/** At which place a child waits, for the pages of its family, where the school says it there; null for who does not wait. */
export async function placeFacts(tx: Tx, { schoolId, id }: Pick<Student, 'schoolId' | 'id'>): Promise<number | null> {
  const { rules } = await readRules(tx, schoolId)
  if (!rules.tellsPosition) return null
  const { status } = await studentStatus(tx, schoolId, id)
  const [latest] = status === 'waiting' ? await positionHistory(tx, schoolId, id, 1) : []
  return latest?.position ?? null
}
