import type { z } from 'zod'
import { openLink } from '#server/features/identity/access-links/access-link.service.ts'
import { addressGroup } from '#server/http/address.ts'
import { agentClass } from '#server/http/agent-class.ts'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { runOnce } from '#server/kernel/run-once.ts'
import type { answerOffer, OfferPage } from '#shared/admissions/offers/offer-page.contract.ts'
import { isAnswerable } from '#shared/admissions/offers/offer-state.rules.ts'
import { AppError, type MessageId } from '#shared/kernel/errors.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { hourMs, toInstant } from '#shared/kernel/time.ts'
import type { StudentOutcome, StudentStatus } from '#shared/students/student-status.rules.ts'
import { lockStudent } from '../../file/student-row.service.ts'
import { readRules } from '../../rules/admission-rules.service.ts'
import { unattendedActor } from '../../transitions/actor.service.ts'
import { mayFamily } from '../../transitions/command.policy.ts'
import { applyUnattendedTransition, callForAction } from '../../transitions/unattended-transition.service.ts'
import { saveAnswer } from '../offer-answer.service.ts'
import { offerAnswers } from '../offer-outcome.table.ts'
import { findOffer, isSigned, type Offer } from '../offer-read.service.ts'
import { signatureBlocker } from '../student-acceptance.service.ts'
import { timeOf } from './offer-page.view.ts'
import { type Link, pageOf, signerLink } from './open-link.ts'

type Params = z.output<typeof answerOffer.body> & { language: Language }
type Answer = Params['answer']
type Student = Awaited<ReturnType<typeof lockStudent>>

/**
 * Takes an answer, once: under the lock of its student, by the server's time. What counts for nothing is kept all the same, with
 * the reason, and refused; sent again it is refused again. A signature that comes before the consent form is not kept: it may be
 * sent again once that is answered.
 * @throws AppError link.over, request.too-many, request.invalid, offer.over, offer.paused, offer.other-version,
 * offer.forms-open
 */
export const giveAnswer = (ctx: OpenCtx, asked: Params): Promise<z.input<typeof OfferPage>> =>
  openLink(ctx, signerLink, asked.offerLetterToken, async (tx, link) => {
    const { schoolId } = ctx.school
    const { offer: read, signer } = link
    if (asked.offerId !== read.id) return new AppError('offer.other-version')
    const student = await lockStudent(tx, schoolId, read.studentId)
    const command = {
      schoolId,
      id: asked.commandId,
      asked: [read.id, signer.id, asked.language, asked.answer],
    }
    return runOnce(tx, offerAnswers, command, {
      again: ({ refused }) => (refused === null ? pageOf(tx, ctx, link) : new AppError(refused)),
      first: (askedHash) => answerFirst(tx, ctx, { link, asked, student, askedHash }),
    })
  })

interface First {
  link: Link
  asked: Params
  student: Student
  askedHash: string
}

async function answerFirst(tx: Tx, ctx: OpenCtx, { link, asked, student, askedHash }: First) {
  const { schoolId } = ctx.school
  const offer = await findOffer(tx, schoolId, link.offer.id)
  if (!offer) throw new Error('an offer that was read is not there')
  const { rules } = await readRules(tx, schoolId)
  const judged = checkAnswer(offer, student, asked.answer, {
    nowMs: ctx.deps.clock.nowMs(),
    graceMs: rules.graceHours * hourMs,
  })
  const signs = asked.answer.kind === 'sign' && judged.refused === null
  const formsOpen = signs ? await signatureBlocker(tx, student, offer, link.signer.id) : undefined
  if (formsOpen) return new AppError(formsOpen)
  const { refused, step } = judged
  await keep(tx, ctx, { link, asked, askedHash, refused })
  if (refused) return new AppError(refused)
  await apply(tx, ctx, { offer, student, step, isNews: asked.answer.kind === 'more-time' })
  return pageOf(tx, ctx, link)
}

interface Step {
  to: StudentStatus
  outcome: StudentOutcome | null
  reason: string | null
  note: string | null
}

/** What an answer leads to, or why it counts for nothing. */
function checkAnswer(
  offer: Offer,
  student: Student,
  answer: Answer,
  when: { nowMs: number; graceMs: number },
): { refused: MessageId | null; step: Step | null } {
  const refused = (id: MessageId) => ({ refused: id, step: null })
  const said = {
    reason: 'reason' in answer ? answer.reason : null,
    note: answer.kind === 'sign' ? null : answer.note || null,
  }
  const withdrawn = { to: 'rejected', outcome: 'withdrawn-by-family', ...said } as const
  if (answer.kind === 'withdraw') {
    const may = offer.state === 'accepted' && mayFamily(student, withdrawn.to, withdrawn.outcome)
    return may ? { refused: null, step: withdrawn } : refused('offer.over')
  }
  if (!isAnswerable(offer.state)) return refused('offer.over')
  const time = timeOf(offer, when)
  if (time === 'over') return refused('offer.over')
  if (time === 'paused') {
    // Giving up is always possible; keeping a place in the queue needs an offer that runs.
    const givesUp = answer.kind === 'decline' && !answer.keepPlace
    return givesUp ? { refused: null, step: withdrawn } : refused('offer.paused')
  }
  if (answer.kind !== 'decline') return { refused: null, step: null }
  const declined = answer.keepPlace
    ? { to: 'waiting' as const, outcome: null }
    : { to: 'rejected' as const, outcome: 'declined-by-family' as const }
  return { refused: null, step: { ...declined, ...said } }
}

interface Stored {
  link: Link
  asked: Params
  askedHash: string
  refused: MessageId | null
}

function keep(tx: Tx, ctx: OpenCtx, { link, asked, askedHash, refused }: Stored): Promise<void> {
  const { answer, commandId: id, language } = asked
  const isDecline = answer.kind === 'decline'
  return saveAnswer(tx, {
    schoolId: ctx.school.schoolId,
    id,
    offerId: link.offer.id,
    signerId: link.signer.id,
    kind: answer.kind,
    signature: answer.kind === 'sign' ? answer.signature : null,
    reason: 'reason' in answer ? answer.reason : null,
    note: 'note' in answer ? answer.note || null : null,
    chosenSchool: (isDecline && answer.chosenSchool) || null,
    keepPlace: isDecline && answer.keepPlace,
    language,
    addressHash: sha256Hex(`${link.offer.id}\n${addressGroup(ctx.address)}`),
    agent: agentClass(ctx.userAgent),
    askedHash,
    refused,
    at: toInstant(ctx.deps.clock.nowMs()),
  })
}

interface Applied {
  offer: Offer
  student: Student
  step: Step | null
  /** Something that staff have to look at. */
  isNews: boolean
}

/** The last who has to sign accepts; everything else is one step, or none. */
async function apply(tx: Tx, ctx: OpenCtx, { offer, student, step, isNews }: Applied): Promise<void> {
  const by = unattendedActor(ctx)
  if (isNews) await callForAction(tx, by, student)
  else if (step) await applyUnattendedTransition(tx, by, student, { actorRole: 'family', ...step })
  else if (await isSigned(tx, offer)) {
    const accepted = { to: 'accepted', outcome: null, reason: null, note: null } as const
    await applyUnattendedTransition(tx, by, student, { actorRole: 'family', ...accepted })
  }
}
