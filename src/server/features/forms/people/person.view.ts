import type { z } from 'zod'
import type { Person } from '#server/features/identity/sessions/people.service.ts'
import type { PersonView } from '#shared/forms/people/person.contract.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { SubmissionName } from '../submissions/submission.service.ts'
import type { PersonRow } from './person.service.ts'
import type { Decision } from './person-bonds.service.ts'

/** Returns what staff may see of a person to tell them from another. */
export const personView = (
  { id, names, birthDate }: PersonRow,
  submission: SubmissionName,
): z.input<typeof PersonView> => ({ id, names, birthDate, submission })

/** Returns the author and time of a decision; no author where the account is gone. */
export const decidedBy = ({ id, decidedAt, decidedBy: userId }: Decision, staff: ReadonlyMap<UserId, Person>) => ({
  decisionId: id,
  by: staff.get(userId)?.name ?? { en: '–', ar: '–' },
  at: decidedAt,
})
