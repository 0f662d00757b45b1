import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { takeProofTry } from '#server/features/identity/accounts/account-limits.service.ts'
import { addressGroup } from '#server/http/address.ts'
import { agentClass } from '#server/http/agent-class.ts'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { ConsentPage, openConsent } from '#shared/consents/consent.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { type Act, actsOf } from './acts.service.ts'
import { consentOpenings, consentRequests } from './consent.table.ts'
import type { FaceByLink } from './consent-link.service.ts'
import { currentWordings } from './wording.service.ts'

type Page = z.input<typeof ConsentPage>
type Asked = z.output<typeof openConsent.body>
export type RequestRow = typeof consentRequests.$inferSelect

/**
 * Opens a guardian's link, and notes which browser did: from then on that browser may decide, also without a network. Every
 * link that opens nothing gets the same answer after the same work. @throws AppError link.over, request.too-many
 */
export async function openLink(ctx: OpenCtx, asked: Asked, face: FaceByLink): Promise<Page> {
  const { waitMs, page } = await ctx.tenant(async (tx) => {
    const waitMs = await takeProofTry(tx, ctx)
    if (waitMs > 0) return { waitMs, page: undefined }
    const request = await livingRequest(tx, ctx, asked.token)
    if (!request) return { waitMs, page: undefined }
    await noteOpening(tx, ctx, request, asked)
    return { waitMs, page: await pageOf(tx, ctx, request, face) }
  })
  if (waitMs > 0) throw new AppError('request.too-many', { retryAfterMs: waitMs })
  if (!page) throw new AppError('link.over')
  return page
}

/** Whether this link of a request holds now; one that another has come in the place of does not. */
export const holds = (tokenHash: string, request: Pick<RequestRow, 'tokenHash' | 'besideHashes'>): boolean =>
  tokenHash === request.tokenHash || request.besideHashes.includes(tokenHash)

/** The request of a link that opens something. */
export async function livingRequest(tx: Tx, ctx: OpenCtx, token: string): Promise<RequestRow | undefined> {
  const now = toInstant(ctx.deps.clock.nowMs())
  const tokenHash = sha256Hex(token)
  const { besideHashes } = consentRequests
  const [found] = await tx
    .select()
    .from(consentRequests)
    .where(
      and(
        eq(consentRequests.schoolId, ctx.school.schoolId),
        or(
          eq(consentRequests.tokenHash, tokenHash),
          sql`(${besideHashes} <> '{}' and ${tokenHash} = any(${besideHashes}))`,
        ),
        isNull(consentRequests.revokedAt),
        or(isNull(consentRequests.expiresAt), sql`${consentRequests.expiresAt} > ${now}::timestamptz`),
      ),
    )
  return found
}

/** The first time counts: a browser cannot have decided before it. */
async function noteOpening(
  tx: Tx,
  ctx: OpenCtx,
  request: RequestRow,
  { token, senderId, language }: Asked,
): Promise<void> {
  await tx
    .insert(consentOpenings)
    .values({
      schoolId: ctx.school.schoolId,
      requestId: request.id,
      senderId,
      tokenHash: sha256Hex(token),
      language,
      addressHash: sha256Hex(`${request.id}\n${addressGroup(ctx.address)}`),
      agent: agentClass(ctx.userAgent),
      openedAt: toInstant(ctx.deps.clock.nowMs()),
    })
    .onConflictDoNothing()
}

/** Only what counts; and of what is not asked any more, only what was decided. */
async function pageOf(tx: Tx, ctx: OpenCtx, request: RequestRow, face: FaceByLink): Promise<Page> {
  const { schoolId } = ctx.school
  const acts = (await actsOf(tx, schoolId, [request.id])).filter(({ counts }) => counts)
  const isDecided = (purpose: string) => acts.some(({ answers }) => answers.some((each) => each.purpose === purpose))
  const wordings = (await currentWordings(tx, schoolId))
    .filter(({ purpose, isOffered }) => request.purposes.includes(purpose) && (isOffered || isDecided(purpose)))
    .map(({ isOffered: _isOffered, ...wording }) => wording)
  const { id: requestId, subject, guardian } = request
  const pupilFace = await face.read(tx, ctx, request)
  return { requestId, subject, guardian, wordings, acts: acts.map(toldAct), ...pupilFace }
}

const toldAct = ({ id, language, decidedAt, receivedAt, signature, answers }: Act): Page['acts'][number] => ({
  id,
  language,
  decidedAt,
  receivedAt,
  signedBy: signature?.kind ?? null,
  answers,
})
