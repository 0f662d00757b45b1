import { sql } from 'drizzle-orm'
import { listOperators } from '#server/features/identity/sessions/operators.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import { findTill } from '#server/features/sync/devices/device.service.ts'
import { noticeDeviceAhead } from '#server/features/sync/installation/installation.service.ts'
import type { DeviceCtx } from '#server/http/context.ts'
import type { ChangesQuery } from '#server/kernel/changes.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { Uuid } from '#shared/kernel/fields.ts'
import { businessDay, type Day, toInstant } from '#shared/kernel/time.ts'
import type { Cursors, SnapshotPage, TillSettings, UnchangedSnapshot } from '#shared/pos/snapshot.contract.ts'
import type { TopUpLimits } from '#shared/school/top-ups/top-up-limits.contract.ts'
import type { ServerState } from '#shared/sync/server-state.contract.ts'
import { isAhead } from '#shared/pos/snapshot.rules.ts'
import { changedBalances, changedCustomers } from '../accounts/changes.service.ts'
import { withEntitlements } from '../accounts/entitlement.service.ts'
import { limitsOfTill } from '../approvals/till-limit.service.ts'
import { favouritesOf } from '../catalogue/favourites.service.ts'
import { applyDuePrices } from '../catalogue/next-prices.service.ts'
import { weekSpentOf } from '../spending/week-spent.service.ts'
import { rulesOfAccounts, schoolSpendingOf } from '../spending/spending.service.ts'
import { staleItems } from '../stock/sold-out.service.ts'
import { pullStateOf } from './etag.ts'
import { changedCategories, changedItems, changedModifierGroups } from '../catalogue/changes.service.ts'

/** Rows of each table in one answer. */
const pageRows = 2000

/** Tables of the snapshot with their queries for changed rows, by version and id. */
const tables = {
  categories: changedCategories,
  modifierGroups: changedModifierGroups,
  items: changedItems,
  customers: changedCustomers,
  balances: changedBalances,
}
type TableName = keyof typeof tables
interface Params {
  installEpoch: string
  cursors: Cursors
  generation?: string | undefined
}
type Pages = { [K in TableName]: Awaited<ReturnType<(typeof tables)[K]>> }

/**
 * Answers a device's pull: with a page, or, where its entity tag still holds, with no more than that. The tags were read with the device
 * itself, before the page: what has changed in between makes the next pull bring it again.
 * @throws AppError device.unknown, request.invalid
 */
export async function answerPull(
  ctx: DeviceCtx,
  { etag: held, ...asked }: Params & { etag?: string | undefined },
): Promise<SnapshotPage | UnchangedSnapshot> {
  const { received, etag, galleryEtag } = pullStateOf(ctx.device.beside, asked.installEpoch)
  if (held === etag) {
    const serverTime = toInstant(ctx.deps.clock.nowMs())
    return { unchanged: true, serverTime, received, server: await stateOfServer(ctx), etag, galleryEtag }
  }
  const page = await pullPage(ctx, asked)
  return page.more ? page : { ...page, etag, galleryEtag }
}

/**
 * Returns one page of what a till's copy lacks, with complete settings and operators. The edge is read before the rows, and only
 * rows up to its version are returned: versions follow the order of commits, so once `more` is false nothing up to it is missing.
 * Cursors above that version were given before a restore to an older point: the copy starts over.
 * @throws AppError device.unknown, request.invalid
 */
export async function pullPage(ctx: DeviceCtx, { installEpoch, cursors, generation }: Params): Promise<SnapshotPage> {
  for (const [table, cursor] of Object.entries(cursors)) {
    if (cursor && !Uuid.safeParse(cursor[1]).success)
      throw new AppError('request.invalid', { field: `cursors.${table}` })
  }
  const page = await readPage(ctx, { installEpoch, cursors })
  if (generation !== undefined && isAhead(cursors, page.serverVersion)) await noticeDeviceAhead(ctx.deps, generation)
  return { ...page, server: await stateOfServer(ctx) }
}

async function stateOfServer({ deps }: DeviceCtx): Promise<ServerState> {
  const { generation, backedUpThrough } = await deps.installation.state()
  return { generation, backedUpThrough }
}

const readPage = (ctx: DeviceCtx, { installEpoch, cursors }: Params): Promise<SnapshotPage> =>
  ctx.tenant(async (tx) => {
    const { schoolId } = ctx.school
    await applyDuePrices(tx, schoolId, ctx.deps.clock.nowMs())
    const { serverVersion, received } = await readEdge(tx, ctx, installEpoch)
    const start = isAhead(cursors, serverVersion) ? {} : cursors
    const settings = await readTillSettings(tx, ctx)
    const allowed = await listOperators(tx, schoolId)
    // A front desk stands in public: it gets nothing about pupils and their accounts.
    const limit = settings.till.kind === 'desk' ? 0 : pageRows
    const asked = (table: TableName): ChangesQuery => {
      return { schoolId, after: start[table], upTo: serverVersion, limit }
    }
    const pages: Pages = {
      categories: await changedCategories(tx, asked('categories')),
      modifierGroups: await changedModifierGroups(tx, asked('modifierGroups')),
      items: await changedItems(tx, asked('items')),
      customers: await changedCustomers(tx, asked('customers')),
      balances: await changedBalances(tx, asked('balances')),
    }
    const today = businessDay(ctx.deps.clock.nowMs(), settings.timeZone, settings.cutoverMinute)
    const rules = await rulesOfAccounts(tx, schoolId, { customerIds: pages.customers.map(({ id }) => id) })
    const covered = await withEntitlements(tx, schoolId, pages.balances, today)
    const { timeZone } = settings
    return {
      serverTime: toInstant(ctx.deps.clock.nowMs()),
      settings,
      ...(settings.till.kind === 'desk' ? { operators: [] } : allowed),
      ...pages,
      customers: pages.customers.map(({ grade, ...each }) => ({
        ...each,
        ...(grade !== null && { grade }),
        ...(rules.has(each.id) && { rules: rules.get(each.id) }),
      })),
      balances: await weekSpentOf(tx, { schoolId, timeZone, today }, covered),
      cursors: cursorsAfter(start, pages),
      more: limit > 0 && Object.values(pages).some((rows) => rows.length === limit),
      serverVersion,
      received,
    }
  })

/**
 * Returns the school's version and the device's ingested stream numbers: one statement, so that both are of the same moment.
 * Reads the streams table by name, since a feature must not import another's tables.
 */
async function readEdge(tx: Tx, { school: { schoolId }, device: { deviceId } }: DeviceCtx, installEpoch: string) {
  const { rows } = await tx.execute<{ version: number | string; received: Record<string, number> }>(sql`
    select coalesce((select version from school_versions where school_id = ${schoolId}), 0) as version,
      coalesce((select jsonb_object_agg(stream, last_seq) from sync_streams where school_id = ${schoolId}
        and device_id = ${deviceId} and install_epoch = ${installEpoch}), '{}') as received`)
  return { serverVersion: Number(rows[0]?.version ?? 0), received: rows[0]?.received ?? {} }
}

/** Moves each cursor to the last row returned; without rows it stays. */
function cursorsAfter(before: Cursors, pages: Pages): Cursors {
  const cursors: Cursors = { ...before }
  for (const table of Object.keys(tables) as TableName[]) {
    const last = pages[table].at(-1)
    if (last) cursors[table] = [last.version, last.id]
  }
  return cursors
}

/** What a till judges purchases by: the school's rules, the items of which something is past its last day, and the bounds of top-ups. */
async function spendingOfTill(
  tx: Tx,
  schoolId: string,
  { today, topUps }: { today: Day; topUps: TopUpLimits | undefined },
): Promise<unknown> {
  const rules = await schoolSpendingOf(tx, schoolId)
  const stale = await staleItems(tx, schoolId, today)
  if (stale.length === 0 && !topUps) return rules
  return { pack: null, rules: [], ...rules, ...(stale.length > 0 && { stale }), ...(topUps && { topUps }) }
}

async function readTillSettings(tx: Tx, { school: { schoolId }, device, deps }: DeviceCtx): Promise<TillSettings> {
  const till = await findTill(tx, schoolId, device.tillId)
  if (!till) throw new AppError('device.unknown')
  const { name, currency, timeZone, cutoverMinute, language, tillPolicy } = await readSchool(tx, schoolId)
  const { topUps, ...policy } = tillPolicy
  const today = businessDay(deps.clock.nowMs(), timeZone, cutoverMinute)
  const favourites = await favouritesOf(tx, schoolId, device.tillId)
  const limits = till.kind === 'desk' ? {} : await limitsOfTill(tx, schoolId, device.tillId)
  const spending = till.kind === 'desk' ? undefined : await spendingOfTill(tx, schoolId, { today, topUps })
  const place = { till, epoch: device.epoch, school: name, currency, timeZone, cutoverMinute, language }
  return {
    ...place,
    ...policy,
    ...(favourites && { favourites }),
    ...limits,
    ...(spending !== undefined && { spending }),
  }
}
