import { and, desc, eq, isNull } from 'drizzle-orm'
import { queueMail } from '#server/features/mail/mail.service.ts'
import type { CommandContext, Effect, TakenOp } from '#server/features/sync/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { ConsentDecision } from '#shared/contract/consent.ts'
import { fromInstant, toInstant } from '#shared/kernel/time.ts'
import { needsSignature } from '#shared/rules/consent.rules.ts'
import { consentActs, consentDecisions, consentOpenings, consentRequests, consentWordings } from './consent.table.ts'

/** A body that no server can take in as a decision: the operation is stored as invalid, and the device is told. */
class UnfitDecision extends RangeError {
  override name = 'UnfitDecision'
}

type Request = typeof consentRequests.$inferSelect
type Opening = typeof consentOpenings.$inferSelect

/**
 * Takes in what a guardian decided. Only a browser that opened the link can decide, and its signature is checked before
 * this. A link that was over when it was decided makes it a decision that staff see and that changes nothing.
 * @throws RangeError when it answers what was not asked
 */
export async function decide(tx: Tx, ctx: CommandContext, op: TakenOp<ConsentDecision>): Promise<Effect> {
  const { schoolId, device } = ctx
  const { body } = op
  const request = await lockRequest(tx, schoolId, body.requestId)
  const opening = request && (await openingBy(tx, request, device.deviceId))
  if (!request || !opening) throw new UnfitDecision('this browser has not opened that link')
  await checkAnswers(tx, request, body)
  const decidedMs = await believedTime(tx, ctx, op, opening)
  const counts = isLiving(request, opening, decidedMs)
  await tx.insert(consentActs).values({
    schoolId,
    id: op.opId,
    requestId: request.id,
    senderId: device.deviceId,
    tokenHash: opening.tokenHash,
    language: body.language,
    signature: body.signature,
    decidedAt: toInstant(decidedMs),
    receivedAt: toInstant(ctx.nowMs),
    counts,
  })
  await tx.insert(consentDecisions).values(body.answers.map((answer) => ({ schoolId, actId: op.opId, ...answer })))
  if (counts) await noteAnswered(tx, ctx, request, body.language)
  return { flags: counts ? op.flags : [...op.flags, 'link-over'] }
}

/** Locked, so that two decisions of one guardian come one after the other. */
async function lockRequest(tx: Tx, schoolId: string, id: string): Promise<Request | undefined> {
  const [request] = await tx
    .select()
    .from(consentRequests)
    .where(and(eq(consentRequests.schoolId, schoolId), eq(consentRequests.id, id)))
    .for('update')
  return request
}

/** By the link that holds now where this browser opened it, else by an earlier one. */
async function openingBy(tx: Tx, request: Request, senderId: Opening['senderId']): Promise<Opening | undefined> {
  const found = await tx
    .select()
    .from(consentOpenings)
    .where(
      and(
        eq(consentOpenings.schoolId, request.schoolId),
        eq(consentOpenings.requestId, request.id),
        eq(consentOpenings.senderId, senderId),
      ),
    )
    .orderBy(desc(consentOpenings.openedAt))
  return found.find(({ tokenHash }) => tokenHash === request.tokenHash) ?? found[0]
}

async function checkAnswers(tx: Tx, request: Request, { answers, signature }: ConsentDecision): Promise<void> {
  const purposes = answers.map(({ purpose }) => purpose)
  if (new Set(purposes).size !== purposes.length) throw new UnfitDecision('two answers to one purpose')
  if (!purposes.every((purpose) => request.purposes.includes(purpose))) throw new UnfitDecision('not asked for')
  if (needsSignature(answers) && !signature) throw new UnfitDecision('agreed without a signature')
  const known = await tx
    .select({ purpose: consentWordings.purpose, version: consentWordings.version })
    .from(consentWordings)
    .where(eq(consentWordings.schoolId, request.schoolId))
  const isKnown = (purpose: string, version: number) =>
    known.some((each) => each.purpose === purpose && each.version === version)
  if (!answers.every(({ purpose, version }) => isKnown(purpose, version))) throw new UnfitDecision('no such wording')
}

/**
 * When it was decided, by the device's clock put right by what it last measured: not before this browser opened the link,
 * not after now, and not before what the same browser decided earlier, whose order is known.
 */
async function believedTime(
  tx: Tx,
  { schoolId, nowMs }: CommandContext,
  { body, clockOffsetMs }: TakenOp<ConsentDecision>,
  opening: Opening,
): Promise<number> {
  const [last] = await tx
    .select({ decidedAt: consentActs.decidedAt })
    .from(consentActs)
    .where(
      and(
        eq(consentActs.schoolId, schoolId),
        eq(consentActs.requestId, body.requestId),
        eq(consentActs.senderId, opening.senderId),
      ),
    )
    .orderBy(desc(consentActs.decidedAt))
    .limit(1)
  const earliest = Math.max(fromInstant(opening.openedAt), last ? fromInstant(last.decidedAt) + 1 : 0)
  return Math.max(earliest, Math.min(nowMs, fromInstant(body.decidedAt) + clockOffsetMs))
}

function isLiving(request: Request, opening: Opening, decidedMs: number): boolean {
  if (request.revokedAt !== null || opening.tokenHash !== request.tokenHash) return false
  return request.expiresAt === null || decidedMs <= fromInstant(request.expiresAt)
}

/** From the first answer on the link does not run out: withdrawing must always be possible. */
async function noteAnswered(tx: Tx, ctx: CommandContext, request: Request, language: ConsentDecision['language']) {
  const isThis = and(eq(consentRequests.schoolId, request.schoolId), eq(consentRequests.id, request.id))
  await tx
    .update(consentRequests)
    .set({ answeredAt: toInstant(ctx.nowMs), expiresAt: null })
    .where(and(isThis, isNull(consentRequests.answeredAt)))
  const params = { subject: request.subject, path: '/' }
  await queueMail(tx, ctx.mail, { to: request.email, language, template: 'consent-received', params })
}
