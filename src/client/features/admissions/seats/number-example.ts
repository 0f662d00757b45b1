import { machineClock } from '#local/kernel/machine.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { nextPupilNumber, type PupilNumbering } from '#shared/pos/pupil-number.rules.ts'

/** How the first number of a school's next year would look, kept from left to right also in a line of Arabic. */
export const numberExample = (numbering: PupilNumbering): string =>
  `\u2066${nextPupilNumber(numbering, Number(toInstant(machineClock.nowMs()).slice(0, 4)), [])}\u2069`
