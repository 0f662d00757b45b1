import { linkPath } from '#server/features/identity/access-links/access-link.service.ts'
import { mails } from '#server/features/mail/mail.table.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { createToken } from '#server/kernel/tokens.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { type Day, toInstant } from '#shared/kernel/time.ts'
import type { DemoSchool, DemoStudent } from './demo-types.ts'

export type OfferSeedDeps = Pick<Deps, 'clock' | 'random'>

/** The mail with the link to an open offer, as it can be read at `/mails`; it leads to the address at which it is read. */
export async function mailLink(
  tx: Tx,
  { id: schoolId }: DemoSchool,
  { student, email, lastDay }: { student: DemoStudent; email: string; lastDay: Day },
  { clock, random }: OfferSeedDeps,
): Promise<string> {
  const { token } = createToken(random)
  const now = toInstant(clock.nowMs())
  const { language, name } = student
  await tx.insert(mails).values({
    schoolId,
    id: uuidv7(clock.nowMs(), random),
    recipient: email,
    language,
    studentId: student.id,
    template: 'offer-link',
    params: { subject: name[language], day: formatDay(lastDay, language), path: linkPath('/offer-letter', token) },
    origin: '',
    state: 'sent',
    nextAt: now,
    // The oldest of the mails, and never really sent.
    sentAt: now,
    createdAt: now,
  })
  return token
}
