import { dayMs, fromInstant, type Instant, toInstant } from '#shared/kernel/time.ts'

/** Answer of one guardian about a pupil's face; lists are earliest first. */
export interface GuardianAnswer {
  agrees: boolean
  /** Version of the wording agreed to. */
  version: number
  /** Confirmation by staff that this guardian may sign. */
  maySign: boolean
}

/**
 * Returns whether consent holds: a guardian who may sign has agreed to a wording still accepted, and no refusal followed. Any
 * guardian's no counts, but only a signer's yes.
 */
export function consentHolds(answers: readonly GuardianAnswer[], acceptedWording: number): boolean {
  let holds = false
  for (const { agrees, version, maySign } of answers) {
    if (!agrees) holds = false
    else if (maySign && version >= acceptedWording) holds = true
  }
  return holds
}

/** Children change fast: renewal every half year below twelve, else yearly; yearly also when the age is unknown. */
const youngBelowYears = 12
const youngMonths = 6
const olderMonths = 12

/** Returns when renewal of a face is due. */
export function faceConsentDueAt(capturedAt: Instant, birthDate: string | null): Instant {
  const isYoung = birthDate !== null && capturedAt.slice(0, 10) < addMonths(birthDate, youngBelowYears * 12)
  return `${addMonths(capturedAt.slice(0, 10), isYoung ? youngMonths : olderMonths)}${capturedAt.slice(10)}`
}

/** Returns when a face not renewed is deleted: after twice that time. */
export const faceExpiresAt = (capturedAt: Instant, birthDate: string | null): Instant =>
  toInstant(2 * fromInstant(faceConsentDueAt(capturedAt, birthDate)) - fromInstant(capturedAt))

/** A face unused for this long is deleted. */
export const unusedMs = 365 * dayMs

/** Returns whether a person has reached an age; an unknown birth date counts as yes. */
export const isOfAge = (birthDate: string | null, years: number, today: string): boolean =>
  birthDate === null || today >= addMonths(birthDate, years * 12)

/** Returns the same day some months later; the first of the next month where there is none. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return toInstant(Date.UTC(year, month - 1 + months, date)).slice(0, 10)
}
