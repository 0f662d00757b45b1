import type { z } from 'zod'
import { findPeople, type Person } from '#server/features/identity/sessions/people.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { answerDueAt, officeMinutes } from '#shared/admissions/enquiries/answer-clock.rules.ts'
import type { EnquiryRow } from '#shared/admissions/enquiries/enquiry.contract.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { fromInstant } from '#shared/kernel/time.ts'
import { enquiryFacts } from './enquiry-facts.ts'
import type { EnquiryAt, StoredEnquiry } from './enquiry-query.service.ts'

/** How much of a question a row shows. */
const askLength = 140

export const colleague = (id: UserId, people: ReadonlyMap<UserId, Person>) => ({
  userId: id,
  name: people.get(id)?.name ?? { en: '–', ar: '–' },
})

const minutesLeft = (dueMs: number, { nowMs, hours }: EnquiryAt): number =>
  dueMs >= nowMs ? officeMinutes(nowMs, dueMs, hours) : -officeMinutes(dueMs, nowMs, hours)

/** Returns what a list shows of an enquiry. */
export function enquiryRow(
  stored: StoredEnquiry,
  at: EnquiryAt,
  people: ReadonlyMap<UserId, Person>,
): z.input<typeof EnquiryRow> {
  const facts = enquiryFacts(stored.definition, stored.answers)
  const { id, reference, receivedAt, language, lostReason, ownerId, nextOn, firstAnsweredAt, revision } = stored
  const waits = stored.status === 'new' && firstAnsweredAt === null
  const dueAt = waits ? answerDueAt(fromInstant(receivedAt), at.hours) : null
  return {
    id,
    reference,
    receivedAt,
    language,
    contact: facts.contact,
    children: facts.children,
    asks: facts.message.slice(0, askLength),
    prefers: facts.prefers,
    source: facts.source,
    status: stored.status,
    lostReason,
    owner: ownerId && colleague(ownerId, people),
    nextOn,
    firstAnsweredAt,
    answerDueAt: dueAt,
    minutesLeft: dueAt === null ? null : minutesLeft(fromInstant(dueAt), at),
    revision,
  }
}

/** Returns the rows with their owners. */
export async function enquiryRows(tx: Tx, at: EnquiryAt, found: readonly StoredEnquiry[]) {
  const people = await findPeople(
    tx,
    at.schoolId,
    found.flatMap(({ ownerId }) => ownerId ?? []),
  )
  return found.map((each) => enquiryRow(each, at, people))
}
