import type { z } from 'zod'
import type { Person } from '#server/features/identity/sessions/people.service.ts'
import type { PersonSeen } from '#shared/forms/people/person.contract.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { SubmissionName } from '../submissions/submission.service.ts'
import type { PersonRow } from './person.service.ts'
import type { Decision } from './person-bonds.service.ts'

/** What staff may know of a person to tell them from another. */
export const personSeen = (
  { id, names, birthDate }: PersonRow,
  submission: SubmissionName,
): z.input<typeof PersonSeen> => ({ id, names, birthDate, submission })

/** Who decided, and when. Whose account is gone is said to be nobody. */
export const decidedBy = ({ id, decidedAt, decidedBy: userId }: Decision, staff: ReadonlyMap<UserId, Person>) => ({
  decisionId: id,
  by: staff.get(userId)?.name ?? { en: '–', ar: '–' },
  at: decidedAt,
})
