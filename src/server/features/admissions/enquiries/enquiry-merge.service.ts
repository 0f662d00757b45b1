import { and, desc, eq } from 'drizzle-orm'
import { decide, undo } from '#server/features/forms/people/person-decision.service.ts'
import { peopleOf } from '#server/features/forms/people/person.service.ts'
import { decisionsAround } from '#server/features/forms/people/person-decision.service.ts'
import { matchesFor } from '#server/features/forms/people/person-hint.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { enquiryEvents } from './enquiry.table.ts'
import type { StoredEnquiry } from './enquiry-query.service.ts'
import type { EnquiryDone, EnquiryWork } from './enquiry-work.types.ts'
import { lockEnquiry, recordEnquiryEvent } from './enquiry-state.service.ts'

/** The person who decides, as decisions about people name them. */
const byOf = ({ ctx, nowMs }: Pick<EnquiryWork, 'ctx' | 'nowMs'>) => ({
  schoolId: ctx.school.schoolId,
  userId: ctx.session.user.userId,
  nowMs,
  random: ctx.deps.random,
})

/**
 * Makes another enquiry a part of this one, because a person has said that they are one. Both keep what was written in them; the
 * children that the existing matching compared are merged.
 * @throws AppError request.not-found, enquiry.not-allowed for itself, one that was merged before, or one about nobody alike
 */
export async function mergeEnquiry(work: EnquiryWork<'merge'>): Promise<EnquiryDone> {
  const { tx, ctx, enquiry, action, nowMs } = work
  const { schoolId } = ctx.school
  if (action.otherId === enquiry.id) throw new AppError('enquiry.not-allowed')
  const other = await lockEnquiry(tx, schoolId, action.otherId)
  if (other.mergedInto !== null || other.status === 'applied') throw new AppError('enquiry.not-allowed')
  const people = await peopleOf(tx, schoolId, [enquiry.id])
  const { hints, bonds } = await matchesFor(tx, schoolId, people)
  const theirs = new Set((await peopleOf(tx, schoolId, [other.id])).map(({ id }) => id))
  const pairs = people.flatMap(({ id }) => {
    const hint = (hints.get(id) ?? []).find(({ person }) => theirs.has(person.id))
    return hint ? [[id, hint.person.id] as const] : []
  })
  const isSame = people.some(({ id }) => bonds.sameAs(id).some((same) => theirs.has(same.id)))
  if (pairs.length === 0 && !isSame) throw new AppError('enquiry.not-allowed')
  for (const pair of pairs) await decide(tx, byOf(work), 'same', pair)
  const event = {
    id: uuidv7(nowMs, ctx.deps.random),
    askedHash: sha256Hex(work.commandId),
    kind: 'merged' as const,
    facts: { subjectId: enquiry.id, reason: 'duplicate' as const, before: stateOf(other) },
    by: ctx.session.user.userId,
    nowMs,
  }
  const change = { status: 'lost' as const, lostReason: 'duplicate' as const, mergedInto: enquiry.id, nextOn: null }
  await recordEnquiryEvent(tx, schoolId, other, event, change)
  // What was answered there is answered here.
  const answered = [enquiry.firstAnsweredAt, other.firstAnsweredAt].filter((at) => at !== null).toSorted()[0]
  const isContacted = enquiry.status === 'new' && other.firstAnsweredAt !== null
  return {
    kind: 'merged',
    facts: { subjectId: other.id },
    change: { firstAnsweredAt: answered ?? null, ...(isContacted && { status: 'contacted' as const }) },
  }
}

/** How far an enquiry has come. */
const stateOf = ({ status, lostReason, nextOn }: StoredEnquiry) => ({ status, lostReason, nextOn })

/** Reads how far an enquiry had come when it was merged; by its first answer where that was not recorded. */
async function stateBefore(tx: Tx, schoolId: string, enquiry: StoredEnquiry): Promise<ReturnType<typeof stateOf>> {
  const isMerge = and(
    eq(enquiryEvents.schoolId, schoolId),
    eq(enquiryEvents.enquiryId, enquiry.id),
    eq(enquiryEvents.kind, 'merged'),
  )
  // The same kind stands in the one that was kept, without it.
  const rows = await tx
    .select({ facts: enquiryEvents.facts })
    .from(enquiryEvents)
    .where(isMerge)
    .orderBy(desc(enquiryEvents.at))
  const before = rows.find(({ facts }) => facts.before)?.facts.before
  return before ?? { status: enquiry.firstAnsweredAt === null ? 'new' : 'contacted', lostReason: null, nextOn: null }
}

/** Takes an enquiry out of the one it was merged into; the children are two again. @throws AppError enquiry.not-allowed */
export async function unmergeEnquiry(work: EnquiryWork): Promise<EnquiryDone> {
  const { tx, ctx, enquiry } = work
  const { schoolId } = ctx.school
  if (enquiry.mergedInto === null) throw new AppError('enquiry.not-allowed')
  const own = (await peopleOf(tx, schoolId, [enquiry.id])).map(({ id }) => id)
  const theirs = (await peopleOf(tx, schoolId, [enquiry.mergedInto])).map(({ id }) => id)
  for (const { id, decision, personId, otherId } of await decisionsAround(tx, schoolId, own)) {
    const isBetween =
      (own.includes(personId) && theirs.includes(otherId)) || (own.includes(otherId) && theirs.includes(personId))
    if (decision === 'same' && isBetween) await undo(tx, byOf(work), id)
  }
  return {
    kind: 'unmerged',
    facts: { subjectId: enquiry.mergedInto },
    change: { ...(await stateBefore(tx, schoolId, enquiry)), mergedInto: null },
  }
}
