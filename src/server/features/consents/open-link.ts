import type { z } from 'zod'
import { type LinkKind, openLink } from '#server/features/identity/access-links/access-link.service.ts'
import { addressGroup } from '#server/http/address.ts'
import { agentClass } from '#server/http/agent-class.ts'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { hashToken } from '#server/kernel/tokens.ts'
import type { ConsentPage, openConsent } from '#shared/consents/consent.contract.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { type Act, actsOf } from './acts.service.ts'
import { consentOpenings, consentRequests } from './consent.table.ts'
import type { FaceByLink } from './consent-link.service.ts'
import { wordingsFor } from './wording.service.ts'

type Page = z.input<typeof ConsentPage>
type Params = z.output<typeof openConsent.body>
export type RequestRow = typeof consentRequests.$inferSelect

/**
 * Opens a guardian's link, and notes which browser did: from then on that browser may decide, also without a network.
 * @throws AppError link.over, request.too-many
 */
export const openConsentLink = (ctx: OpenCtx, asked: Params, face: FaceByLink): Promise<Page> =>
  openLink(ctx, consentLink, asked.token, async (tx, request) => {
    await recordOpening(tx, ctx, request, asked)
    return pageOf(tx, ctx, request, face)
  })

const { schoolId, tokenHash, besideHashes, revokedAt: endedAt, expiresAt } = consentRequests

/** The link by which a guardian decides, and later withdraws. */
export const consentLink: LinkKind<RequestRow> = {
  columns: { schoolId, tokenHash, besideHashes, endedAt, expiresAt },
  find: async (tx, isOpen) => (await tx.select().from(consentRequests).where(isOpen))[0],
}

/** Records the first opening: a browser cannot have decided before it. */
async function recordOpening(
  tx: Tx,
  ctx: OpenCtx,
  request: RequestRow,
  { token, senderId, language }: Params,
): Promise<void> {
  await tx
    .insert(consentOpenings)
    .values({
      schoolId: ctx.school.schoolId,
      requestId: request.id,
      senderId,
      tokenHash: hashToken(token),
      language,
      addressHash: sha256Hex(`${request.id}\n${addressGroup(ctx.address)}`),
      agent: agentClass(ctx.userAgent),
      openedAt: toInstant(ctx.deps.clock.nowMs()),
    })
    .onConflictDoNothing()
}

/** Builds the page from counting decisions; purposes no longer asked about only show if decided. */
async function pageOf(tx: Tx, ctx: OpenCtx, request: RequestRow, face: FaceByLink): Promise<Page> {
  const { schoolId } = ctx.school
  const acts = (await actsOf(tx, schoolId, [request.id])).filter(({ counts }) => counts)
  const isDecided = (purpose: string) => acts.some(({ answers }) => answers.some((each) => each.purpose === purpose))
  const wordings = (await wordingsFor(tx, schoolId, request.askedAt))
    .filter(({ purpose, isOffered }) => request.purposes.includes(purpose) && (isOffered || isDecided(purpose)))
    .map(({ isOffered: _isOffered, ...wording }) => wording)
  const { id: requestId, subject, guardian } = request
  const pupilFace = await face.read(tx, ctx, request)
  return { requestId, subject, guardian, wordings, acts: acts.map(actView), ...pupilFace }
}

const actView = ({ id, language, decidedAt, receivedAt, signature, answers }: Act): Page['acts'][number] => ({
  id,
  language,
  decidedAt,
  receivedAt,
  signedBy: signature?.kind ?? null,
  answers,
})
