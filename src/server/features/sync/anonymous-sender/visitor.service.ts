import { and, eq, gte, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { checkProof, spendProof } from '#server/features/identity/bot-protection/bot-protection.service.ts'
import type { OpenCtx } from '#server/http/context.ts'
import { importPublicKey } from '#server/http/signature.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { DeviceId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { admitVisitor } from '#shared/sync/anonymous-sender.contract.ts'
import type { PublicKeyJwk } from '#shared/sync/device.contract.ts'
import { visitors } from './visitor.table.ts'

type Params = z.output<typeof admitVisitor.body>

/** More is no use to a family, and would be a stock for a bot. */
const maxCredit = 20

/**
 * Registers a browser, and credits it one form for its solved challenge.
 * @throws AppError request.invalid, robots.proof-refused, device.bad-signature
 */
export async function admit(ctx: OpenCtx, { visitorId, publicKey, proof }: Params): Promise<{ credit: number }> {
  const { schoolId } = ctx.school
  const now = toInstant(ctx.deps.clock.nowMs())
  const checked = await checkProof(ctx, proof)
  await importPublicKey(publicKey).catch(() => {
    throw new AppError('request.invalid', { field: 'publicKey' })
  })
  return ctx.tenant(async (tx) => {
    await spendProof(tx, ctx, checked)
    const [visitor] = await tx
      .insert(visitors)
      .values({ schoolId, id: visitorId, publicKey, credit: 1, admittedAt: now, lastSeenAt: now })
      .onConflictDoUpdate({
        target: [visitors.schoolId, visitors.id],
        set: { credit: sql`least(${visitors.credit} + 1, ${maxCredit}::int)`, lastSeenAt: now },
        // An id is bound to its first key.
        setWhere: eq(visitors.publicKey, publicKey),
      })
      .returning({ credit: visitors.credit })
    if (!visitor) throw new AppError('device.bad-signature')
    return visitor
  })
}

export async function findVisitorKey(tx: Tx, schoolId: string, id: DeviceId): Promise<PublicKeyJwk | undefined> {
  const [visitor] = await tx
    .select({ publicKey: visitors.publicKey })
    .from(visitors)
    .where(and(eq(visitors.schoolId, schoolId), eq(visitors.id, id)))
  return visitor?.publicKey
}

/** Takes credit for this number of forms, all or nothing; false when there is not enough left. */
export async function takeCredit(tx: Tx, schoolId: string, id: DeviceId, count: number): Promise<boolean> {
  const taken = await tx
    .update(visitors)
    .set({ credit: sql`${visitors.credit} - ${count}::int` })
    .where(and(eq(visitors.schoolId, schoolId), eq(visitors.id, id), gte(visitors.credit, count)))
    .returning({ credit: visitors.credit })
  return taken.length > 0
}
