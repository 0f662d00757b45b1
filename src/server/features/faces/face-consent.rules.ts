import { dayMs, fromInstant, type Instant, toInstant } from '#shared/kernel/time.ts'

/** What one guardian said about a pupil's face, the earliest first in a list of them. */
export interface GuardianAnswer {
  agrees: boolean
  /** Of the wording that was agreed to. */
  version: number
  /** Staff's word that this guardian may sign. */
  maySign: boolean
}

/**
 * Whether consent holds: a guardian who may sign has agreed to a wording that is still accepted, and nobody has refused
 * since. Everybody's no counts, and only a signer's yes.
 */
export function consentHolds(answers: readonly GuardianAnswer[], acceptedWording: number): boolean {
  let holds = false
  for (const { agrees, version, maySign } of answers) {
    if (!agrees) holds = false
    else if (maySign && version >= acceptedWording) holds = true
  }
  return holds
}

/** Children change fast: every half year below twelve, else yearly; also where nobody knows how old somebody is. */
const youngBelowYears = 12
const youngMonths = 6
const olderMonths = 12

/** When a face is better made anew. */
export function faceDueAt(capturedAt: Instant, birthDate: string | null): Instant {
  const isYoung = birthDate !== null && capturedAt.slice(0, 10) < addMonths(birthDate, youngBelowYears * 12)
  return `${addMonths(capturedAt.slice(0, 10), isYoung ? youngMonths : olderMonths)}${capturedAt.slice(10)}`
}

/** When a face is deleted because nobody made it anew: after twice that time. */
export const faceExpiresAt = (capturedAt: Instant, birthDate: string | null): Instant =>
  toInstant(2 * fromInstant(faceDueAt(capturedAt, birthDate)) - fromInstant(capturedAt))

/** A face that confirmed nobody for so long is deleted. */
export const unusedMs = 365 * dayMs

/** Whether somebody has had that birthday; those of whom nobody knows it are taken to have had it. */
export const isOfAge = (birthDate: string | null, years: number, today: string): boolean =>
  birthDate === null || today >= addMonths(birthDate, years * 12)

/** The same day so many months later; the first of the next month where there is none. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return toInstant(Date.UTC(year, month - 1 + months, date)).slice(0, 10)
}
