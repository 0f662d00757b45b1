import {
  idsFound,
  type StudentOnPaper,
  studentsOnPaper,
} from '#server/features/admissions/file/student-paper.service.ts'
import { guardiansToNotify } from '#server/features/admissions/transitions/notify-family.service.ts'
import { newsAnswers } from '#server/features/consents/news.service.ts'
import type { MailCtx } from '#server/features/mail/mail.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { StudentFilter } from '#shared/admissions/student.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { businessDay } from '#shared/kernel/time.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { maxRecipients } from '#shared/messaging/bulk-message.contract.ts'
import { newsReaders } from '../subscriptions/news-readers.service.ts'

export type Audience = { ids: string[] } | { filter: StudentFilter }

/** Guardian with every child of these for whom they are notified. */
export interface Reader {
  /** Normalised address, for comparing. */
  key: string
  email: string
  name: string
  language: Language
  students: StudentOnPaper[]
}

interface Readers {
  students: StudentOnPaper[]
  readers: Reader[]
  /** Students without any address. */
  unreachable: StudentOnPaper[]
  /** Number of guardians merged across children. */
  joined: number
}

/**
 * Returns the recipients of a message: each guardian once, by address. @throws AppError letter.too-many, request.not-found for an
 * empty audience
 */
export async function readersOf(tx: Tx, schoolId: string, whom: Audience): Promise<Readers> {
  const ids = 'ids' in whom ? [...new Set(whom.ids)] : await idsFound(tx, schoolId, whom.filter, maxRecipients)
  if (ids.length > maxRecipients) throw new AppError('letter.too-many')
  const found = new Map((await studentsOnPaper(tx, schoolId, ids)).map((student) => [student.id, student]))
  const students = ids.flatMap((id) => found.get(id) ?? [])
  if (students.length === 0) throw new AppError('request.not-found')
  const readers = new Map<string, Reader>()
  const unreachable: StudentOnPaper[] = []
  let joined = 0
  for (const student of students) {
    const guardians = (await guardiansToNotify(tx, student)).filter(({ email }) => email.trim() !== '')
    if (guardians.length === 0) unreachable.push(student)
    for (const { email, name, language } of guardians) {
      const key = email.trim().toLowerCase()
      const known = readers.get(key)
      if (!known) readers.set(key, { key, email: email.trim(), name, language, students: [student] })
      else if (!known.students.includes(student)) {
        known.students.push(student)
        joined += 1
      }
    }
  }
  return { students, readers: [...readers.values()], unreachable, joined }
}

/**
 * Returns the addresses that may get messages not about their own child: consented to news and not withdrawn, or subscribed by
 * email and never refused.
 */
export async function wantNews(tx: Tx, { deps, school }: MailCtx, addresses: readonly string[]): Promise<Set<string>> {
  const { schoolId, timeZone } = school
  const answers = await newsAnswers(tx, schoolId, addresses, businessDay(deps.clock.nowMs(), timeZone, 0))
  const subscribed = await newsReaders(tx, schoolId, addresses)
  return new Set(addresses.filter((address) => answers.get(address) ?? subscribed.has(address)))
}
