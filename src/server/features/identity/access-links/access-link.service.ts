import { type AnyColumn, and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { createToken, hashToken, type NewToken } from '#server/kernel/tokens.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Random } from '#shared/kernel/ids.ts'
import { type Instant, toInstant } from '#shared/kernel/time.ts'
import { type LimitCtx, limitLinkSave, limitLinkUse, limitProof } from '../accounts/account-limits.service.ts'

/** The columns by which a table of links says what a token opens. */
interface LinkColumns {
  schoolId: AnyColumn
  tokenHash: AnyColumn
  /** Hashes of further links, which live and end with the first one. */
  besideHashes?: AnyColumn
  /** When the link was revoked or used up. */
  endedAt?: AnyColumn
  /** Null in a row whose link does not expire. */
  expiresAt?: AnyColumn
}

/** What opening a link needs of a call; the installation has its own id in place of a school's. */
export type LinkCtx = LimitCtx & Pick<OpenCtx, 'tenant'>

/** One kind of access link: its table, and what is read when a link is opened. */
export interface LinkKind<Link> {
  readonly columns: LinkColumns
  /** Reads the link for which `isOpen` holds, with what it leads to. */
  find(tx: Tx, isOpen: SQL | undefined): Promise<Link | undefined>
  /** Reads it in the transaction of the work, and locks it or uses it up; `find` where nothing is said. */
  take?(tx: Tx, isOpen: SQL | undefined, nowMs: number): Promise<Link | undefined>
  /** How a link that opens nothing is refused; `link.over` where nothing is said. */
  readonly refusal?: 'auth.link-over' | 'auth.ticket-over' | 'form.link-over'
  /** True for accounts, where a right link makes the server hash a password: its own uses are limited. */
  readonly isCostly?: boolean
  /** Names the link where something is saved by it: what is saved is limited for each. */
  readonly saves?: (link: Link) => string
}

/** Creates a token with the instant at which its link expires. */
export const createLink = (
  { random, nowMs }: { random: Random; nowMs: number },
  lifeMs: number,
): NewToken & { readonly expiresAt: Instant } => ({ ...createToken(random), expiresAt: toInstant(nowMs + lifeMs) })

/** Returns the path of a link. A browser sends what stands behind `#` to no server: it is in no log and in no referrer. */
export const linkPath = (page: string, token: string): string => `${page}#token=${token}`

/** So many further links of one row work at once; the oldest ends first. */
const maxBeside = 20

/** Returns the further hashes of a row with one more in front. Not by a slice: Citus 13 ends its server where an update has one. */
export const withBeside = (besideHashes: AnyColumn, tokenHash: string): SQL<string[]> =>
  sql<
    string[]
  >`${tokenHash}::text || trim_array(${besideHashes}, greatest(cardinality(${besideHashes}) - ${sql.raw(String(maxBeside - 1))}, 0))`

/** Whether a hash is of a row's link or of one beside it. */
export const isHashOf = (tokenHash: string, row: { tokenHash: string; besideHashes: readonly string[] }): boolean =>
  tokenHash === row.tokenHash || row.besideHashes.includes(tokenHash)

/** The condition under which a token opens a row of this school now. */
export function isOpenLink(
  { schoolId, tokenHash, besideHashes, endedAt, expiresAt }: LinkColumns,
  of: { schoolId: string; token: string; nowMs: number },
): SQL | undefined {
  const hash = hashToken(of.token)
  const isFirst = eq(tokenHash, hash)
  return and(
    eq(schoolId, of.schoolId),
    besideHashes ? or(isFirst, sql`(${besideHashes} <> '{}' and ${hash} = any(${besideHashes}))`) : isFirst,
    endedAt && isNull(endedAt),
    expiresAt && or(isNull(expiresAt), gt(expiresAt, toInstant(of.nowMs))),
  )
}

/**
 * Admits a token: looks the link up, counts a miss and refuses, in a transaction of its own, so that what was counted stays
 * counted. A right token is no guess: however many wrong ones came from its address, it opens its link. Whether a link is wrong, expired, ended or of another school is told apart by nothing.
 * @throws AppError the kind's refusal; request.too-many, for accounts auth.too-many-attempts
 */
export async function admitLink<Link>(ctx: LinkCtx, kind: LinkKind<Link>, token: string): Promise<void> {
  const tooMany = kind.isCostly ? 'auth.too-many-attempts' : 'request.too-many'
  const refused = await ctx.tenant(async (tx): Promise<AppError | undefined> => {
    const found = await kind.find(tx, isOpenNow(ctx, kind, token))
    if (found === undefined) {
      const waitMs = await limitProof(tx, ctx)
      return waitMs > 0 ? new AppError(tooMany, { retryAfterMs: waitMs }) : refusalOf(kind)
    }
    const useWaitMs = kind.isCostly ? await limitLinkUse(tx, ctx, hashToken(token)) : 0
    if (useWaitMs > 0) return new AppError(tooMany, { retryAfterMs: useWaitMs })
    const saveWaitMs = kind.saves ? await limitLinkSave(tx, ctx, kind.saves(found)) : 0
    return saveWaitMs > 0 ? new AppError(tooMany, { retryAfterMs: saveWaitMs }) : undefined
  })
  if (refused) throw refused
}

/**
 * Runs `work` on the link of an admitted token. A refusal that `work` returns is committed with what it wrote; one that it
 * throws undoes that. @throws AppError the kind's refusal where the link has ended meanwhile, and what `work` refuses
 */
export async function followLink<Link, T>(
  ctx: LinkCtx,
  kind: LinkKind<Link>,
  token: string,
  work: (tx: Tx, link: Link) => Promise<T | AppError>,
): Promise<T> {
  const done = await ctx.tenant(async (tx): Promise<{ value: T } | AppError> => {
    const isOpen = isOpenNow(ctx, kind, token)
    const link = await (kind.take ? kind.take(tx, isOpen, ctx.deps.clock.nowMs()) : kind.find(tx, isOpen))
    if (link === undefined) return refusalOf(kind)
    const value = await work(tx, link)
    return value instanceof AppError ? value : { value }
  })
  if (done instanceof AppError) throw done
  return done.value
}

/** Opens a link by its token: `admitLink`, then `followLink`. @throws AppError of both */
export async function openLink<Link, T>(
  ctx: LinkCtx,
  kind: LinkKind<Link>,
  token: string,
  work: (tx: Tx, link: Link) => Promise<T | AppError>,
): Promise<T> {
  await admitLink(ctx, kind, token)
  return followLink(ctx, kind, token, work)
}

/** The refusal of every link of this kind that opens nothing. */
export const refusalOf = ({ refusal }: Pick<LinkKind<unknown>, 'refusal'>): AppError =>
  new AppError(refusal ?? 'link.over')

const isOpenNow = ({ school, deps }: LinkCtx, { columns }: Pick<LinkKind<unknown>, 'columns'>, token: string) =>
  isOpenLink(columns, { schoolId: school.schoolId, token, nowMs: deps.clock.nowMs() })
