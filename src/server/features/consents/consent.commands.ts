import { and, desc, eq } from 'drizzle-orm'
import { isHashOf } from '#server/features/identity/access-links/access-link.service.ts'
import { queueMail } from '#server/features/mail/mail.service.ts'
import type {
  CommandContext,
  CommandHandlers,
  Effect,
  IngestedOp,
} from '#server/features/sync/ingest/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { ConsentAnswer, ConsentDecision } from '#shared/consents/consent.contract.ts'
import { needsSignature } from '#shared/consents/consent.rules.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { fromInstant, toInstant } from '#shared/kernel/time.ts'
import { consentActs, consentOpenings, type consentRequests, consentWordings } from './consent.table.ts'
import type { ConsentEffect } from './consent-effect.service.ts'
import { addAct, lockRequest, settle } from './settle.service.ts'

/** Body that cannot be a decision: the operation is stored as invalid, and the device is informed. */
class UnfitDecision extends RangeError {
  override name = 'UnfitDecision'
}

type Request = typeof consentRequests.$inferSelect
type Opening = typeof consentOpenings.$inferSelect

/**
 * Ingests a guardian's decision. Only a browser that opened the link can decide; its signature was checked before. Staff see
 * everything sent by an expired or replaced link, and the guardian learns what does not count.
 * @throws RangeError when it answers what was not asked
 */
async function decide(
  tx: Tx,
  ctx: CommandContext,
  op: IngestedOp<ConsentDecision>,
  effects: readonly ConsentEffect[],
): Promise<Effect> {
  const { schoolId, device } = ctx
  const { body } = op
  const request = await lockRequest(tx, schoolId, body.requestId)
  const opening = request && (await openingBy(tx, request, device.deviceId))
  if (!request || !opening) throw new UnfitDecision('this browser has not opened that link')
  await checkAnswers(tx, request, body)
  const decidedMs = await believedTime(tx, ctx, op, opening)
  const counted = countedOf(request, opening, decidedMs, body.answers)
  const counts = counted.length === body.answers.length
  const act = {
    schoolId,
    requestId: request.id,
    senderId: device.deviceId,
    tokenHash: opening.tokenHash,
    language: body.language,
    decidedAt: toInstant(decidedMs),
    receivedAt: toInstant(ctx.nowMs),
  }
  await addAct(tx, { ...act, id: op.opId, signature: body.signature, counts }, body.answers)
  // Refusals among them count even then.
  if (!counts && counted.length > 0) {
    await addAct(tx, { ...act, id: uuidv7(ctx.nowMs, ctx.random), signature: null, counts: true }, counted)
  }
  await settle(tx, { ...ctx, userId: null, effects }, request, counted)
  const template = counts ? 'consent-received' : counted.length > 0 ? 'consent-partly' : 'consent-uncounted'
  const { email: to, studentId, subject } = request
  const params = { subject, path: '/' }
  await queueMail(tx, ctx.mail, { to, language: body.language, studentId, template, params })
  return { flags: counts ? op.flags : [...op.flags, 'link-over'] }
}

/** Returns the opening by a currently valid link where this browser has one, else by an earlier link. */
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
  return found.find(({ tokenHash }) => isHashOf(tokenHash, request)) ?? found[0]
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
 * Returns the time of the decision, by the device's clock corrected by its last measured offset: not before this browser opened
 * the link, not after now, and not before the same browser's earlier decision, whose order is known.
 */
async function believedTime(
  tx: Tx,
  { schoolId, nowMs }: CommandContext,
  { body, clockOffsetMs }: IngestedOp<ConsentDecision>,
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

/**
 * Returns the answers that count: none for a link that staff ended or that expired unanswered; refusals and withdrawals for a
 * replaced one, since these must always be possible and the browser may never see the new link.
 */
function countedOf(request: Request, opening: Opening, decidedMs: number, answers: ConsentAnswer[]): ConsentAnswer[] {
  if (request.revokedAt !== null) return []
  if (request.expiresAt !== null && decidedMs > fromInstant(request.expiresAt)) return []
  return isHashOf(opening.tokenHash, request) ? answers : answers.filter(({ agrees }) => !agrees)
}

/** Handler of a guardian's decision. Its name is permanent. */
export const consentCommands = (effects: readonly ConsentEffect[]): Pick<CommandHandlers, 'consent.decide'> => ({
  'consent.decide': {
    inRuns: false,
    apply: async (tx: Tx, ctx: CommandContext, ops: readonly IngestedOp<ConsentDecision>[]) => {
      const done: Effect[] = []
      for (const op of ops) done.push(await decide(tx, ctx, op, effects))
      return done
    },
  },
})
