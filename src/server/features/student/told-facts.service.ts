import { readRules } from '#server/features/admission-rules/admission-rules.service.ts'
import { wordInMail } from '#server/features/mail/mail.service.ts'
import { positionHistory } from '#server/features/waiting-list/waiting-position.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Bilingual } from '#shared/contract/endpoint.ts'
import type { Student } from './student.view.ts'
import { studentStanding } from './student-facts.service.ts'
import { historyOf } from './student-file.service.ts'

/** Reasons of a refusal that a family may be told, in words meant for it. The others are between colleagues. */
const toldReasons: readonly string[] = ['no-seat', 'age', 'assessment', 'support-needs', 'papers-awaited', 'duplicate']

interface ToldFacts {
  /** From 1; null for who does not wait. */
  waitingPlace: number | null
  /** Of a refusal; null for who was not refused, and where the reason is none for families. */
  reason: Bilingual | null
}

/** What a family may be told of how a student stands now, for letters and messages. */
export async function toldFacts(
  tx: Tx,
  { schoolId, id, status, outcome }: Pick<Student, 'schoolId' | 'id' | 'status' | 'outcome'>,
): Promise<ToldFacts> {
  const [latest] = status === 'waiting' ? await positionHistory(tx, schoolId, id, 1) : []
  const refusal = outcome === 'refused-by-school' ? (await historyOf(tx, schoolId, id)).at(-1) : undefined
  const code = refusal?.reason ?? ''
  const word = (language: 'en' | 'ar') => wordInMail(language, `reason.${code}`)
  return {
    waitingPlace: latest?.position ?? null,
    reason: toldReasons.includes(code) ? { en: word('en'), ar: word('ar') } : null,
  }
}

/** At which place a child waits, for the pages of its family, where the school says it there; null for who does not wait. */
export async function placeTold(tx: Tx, { schoolId, id }: Pick<Student, 'schoolId' | 'id'>): Promise<number | null> {
  const { rules } = await readRules(tx, schoolId)
  if (!rules.tellsPosition) return null
  const { status } = await studentStanding(tx, schoolId, id)
  const [latest] = status === 'waiting' ? await positionHistory(tx, schoolId, id, 1) : []
  return latest?.position ?? null
}
