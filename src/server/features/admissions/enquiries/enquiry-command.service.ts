import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { ownAddress } from '#server/features/mail/mail.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { runOnce } from '#server/kernel/run-once.ts'
import type { enquiryUpdate } from '#shared/admissions/enquiries/enquiry-update.contract.ts'
import { mayMoveEnquiry, statusAfter } from '#shared/admissions/enquiries/enquiry-status.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { enquiryEvents } from './enquiry.table.ts'
import { convertEnquiry, filesOf } from './enquiry-convert.service.ts'
import { readEnquiry } from './enquiry-detail.service.ts'
import { enquiryFacts } from './enquiry-facts.ts'
import { inviteToApply, openInvitation, renewInvitation, requireContact } from './enquiry-invite.service.ts'
import { mergeEnquiry, unmergeEnquiry } from './enquiry-merge.service.ts'
import { lockEnquiry, recordEnquiryEvent } from './enquiry-state.service.ts'
import { bookTour, inviteToTour, settleTour } from './enquiry-tour.service.ts'
import type { EnquiryDone, EnquiryWork } from './enquiry-work.types.ts'
import type { EnquiryWriter } from './enquiry-writer.service.ts'

type Asked = z.output<typeof enquiryUpdate.body>
type Reply = z.input<typeof enquiryUpdate.reply>

const refuse = (): never => {
  throw new AppError('enquiry.not-allowed')
}

/** The first answer is the first that has reached the family. */
const answeredAt = ({ enquiry, nowMs }: Pick<EnquiryWork, 'enquiry' | 'nowMs'>) => ({
  firstAnsweredAt: enquiry.firstAnsweredAt ?? toInstant(nowMs),
})

const nextOn = (next: string | null | undefined) => (next === undefined ? {} : { nextOn: next })

function move({ enquiry, action, nowMs }: EnquiryWork<'move'>): EnquiryDone {
  const { to, reason, note } = action
  if (!mayMoveEnquiry(enquiry.status, to) || enquiry.mergedInto !== null) return refuse()
  if (to === 'lost' && reason === null) throw new AppError('request.invalid', { field: 'reason' })
  const isLost = to === 'lost'
  const lost = { lostReason: isLost ? reason : null, ...(isLost && { nextOn: null }) }
  const answered = isLost || to === 'invited' ? {} : answeredAt({ enquiry, nowMs })
  return {
    kind: 'status',
    facts: { reason: lost.lostReason, text: note || null },
    change: { status: to, ...lost, ...answered },
  }
}

function contact({ enquiry, action, nowMs }: EnquiryWork<'contact'>): EnquiryDone {
  const { channel, isReached, note, next } = action
  const reached = isReached
    ? { status: statusAfter(enquiry.status, 'contacted'), ...answeredAt({ enquiry, nowMs }) }
    : {}
  const facts = { channel, text: note || null, ...(!isReached && { reason: 'no-answer' as const }) }
  return { kind: 'contact', facts, change: { ...reached, ...nextOn(next) } }
}

async function reply(work: EnquiryWork<'reply'>): Promise<EnquiryDone> {
  const { tx, ctx, writer, enquiry, action, nowMs } = work
  const { email, mayContact } = enquiryFacts(enquiry.definition, enquiry.answers)
  if (mayContact === false) throw new AppError('enquiry.may-not-contact')
  if (email === null) throw new AppError('enquiry.no-email')
  const { subject, text, language, invite: place, next } = action
  const path = place === null ? null : (await inviteToApply(work, { place, language })).path
  await writer.send(tx, ctx, { to: email, language, subject, text, path })
  const status = statusAfter(enquiry.status, place === null ? 'contacted' : 'invited')
  const facts = { channel: 'email' as const, text: `${subject}\n\n${text}`, ...(place !== null && { places: [place] }) }
  return { kind: 'reply', facts, change: { status, ...answeredAt({ enquiry, nowMs }), ...nextOn(next) } }
}

async function invite(work: EnquiryWork<'invite'>): Promise<EnquiryDone> {
  const { tx, ctx, enquiry } = work
  requireContact(enquiry)
  // Asked once more, the same draft gets a new link: what the family has typed in it stays.
  const open = await openInvitation(tx, work, work.action.place)
  const again = await renewInvitation(tx, ctx, open)
  const { path, id } = open && again ? { path: again, id: open } : await inviteToApply(work, work.action)
  const status = statusAfter(work.enquiry.status, 'invited')
  const facts = { channel: 'whatsapp' as const, subjectId: id, places: [work.action.place] }
  return { kind: 'invited', facts, change: { status, ...answeredAt(work) }, path }
}

/** Does what is asked; everything but the event and the state of the enquiry, which the caller records. */
async function carryOut(work: EnquiryWork): Promise<EnquiryDone> {
  const { action } = work
  switch (action.do) {
    case 'assign':
      return { kind: 'owner', facts: { subjectId: action.owner }, change: { ownerId: action.owner } }
    case 'next':
      return { kind: 'next', facts: { on: action.on }, change: { nextOn: action.on } }
    case 'move':
      return move({ ...work, action })
    case 'contact':
      return contact({ ...work, action })
    case 'reply':
      return reply({ ...work, action })
    case 'invite':
      return invite({ ...work, action })
    case 'convert':
      return convertEnquiry({ ...work, action })
    case 'merge':
      return mergeEnquiry({ ...work, action })
    case 'unmerge':
      return unmergeEnquiry(work)
    case 'tour':
      return bookTour({ ...work, action })
    case 'tour-link':
      return inviteToTour(work)
    default:
      return settleTour({ ...work, action })
  }
}

/**
 * Does one thing about an enquiry, once. @throws AppError request.not-found, request.invalid, enquiry.changed, enquiry.not-allowed,
 * enquiry.no-email, enquiry.may-not-contact, enquiry.merged, form.closed, and those of appointments
 */
export function updateEnquiry(ctx: SessionCtx, writer: EnquiryWriter, asked: Asked): Promise<Reply> {
  const { commandId, id, seen, action } = asked
  const { schoolId } = ctx.school
  const { userId: by } = ctx.session.user
  const nowMs = ctx.deps.clock.nowMs()
  const absolute = (path: string | undefined) => (path === undefined ? null : `${ownAddress(ctx)}${path}`)
  return ctx.tenant(async (tx) => {
    const command = {
      schoolId,
      id: commandId,
      asked: { id, action },
      isSender: (row: { byUser: unknown }) => row.byUser === by,
    }
    const done = await runOnce(tx, enquiryEvents, command, {
      first: async (askedHash) => {
        const enquiry = await lockEnquiry(tx, schoolId, id)
        if (enquiry.revision !== seen) throw new AppError('enquiry.changed')
        if (enquiry.mergedInto !== null && action.do !== 'unmerge') throw new AppError('enquiry.merged')
        const {
          kind,
          facts,
          change,
          path,
          studentIds = [],
        } = await carryOut({ tx, ctx, writer, enquiry, commandId, nowMs, action })
        await recordEnquiryEvent(tx, schoolId, enquiry, { id: commandId, askedHash, kind, facts, by, nowMs }, change)
        const state = change.status ?? enquiry.status
        await recordAuditEvent(tx, ctx, 'enquiry-worked', { about: id, facts: { kind, state } })
        return { link: absolute(path), studentIds: [...studentIds] }
      },
      again: async (row) => ({
        link: row.kind === 'invited' ? absolute(await renewInvitation(tx, ctx, row.facts.subjectId)) : null,
        studentIds: row.kind === 'converted' ? await filesOf(tx, schoolId, id) : [],
      }),
    })
    return { ...done, enquiry: await readEnquiry(tx, ctx, id) }
  })
}
