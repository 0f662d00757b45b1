import { bigint, boolean, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { appendOnlyPolicies, instant, onlyOf, schoolId } from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { TillLimit } from '#shared/pos/approvals/till-limit.contract.ts'
import type { SettableAct } from '#shared/pos/approvals/till-limit-set.contract.ts'

/** Editions of the limits of a school's tills, append-only: an act is judged by the one of its moment, however late it arrives. */
export const tillLimitEditions = pgTable(
  'till_limit_editions',
  {
    schoolId: schoolId(),
    version: integer('version').notNull(),
    by: uuid('by').$type<UserId>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.version] }),
    index('till_limit_editions_at_idx').on(t.schoolId, t.at),
    ...appendOnlyPolicies('till_limit_editions'),
  ],
)

/** Limits of an edition. Null is without a bound; what no row names has the usual limit. */
export const tillLimits = pgTable(
  'till_limits',
  {
    schoolId: schoolId(),
    version: integer('version').notNull(),
    /** What the limit is for. */
    kind: text('kind').$type<TillLimit['kind']>().notNull(),
    /** Role at the tills, user id or till id. */
    subject: text('subject').notNull(),
    act: text('act').$type<SettableAct>().notNull(),
    isForbidden: boolean('is_forbidden').notNull(),
    each: bigint('each', { mode: 'number' }),
    shift: bigint('shift', { mode: 'number' }),
    offline: text('offline').$type<TillLimit['offline']>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.version, t.kind, t.subject, t.act] }),
    foreignKey({
      columns: [t.schoolId, t.version],
      foreignColumns: [tillLimitEditions.schoolId, tillLimitEditions.version],
    }),
    onlyOf('till_limits_kind_check', t.kind, TillLimit.shape.kind.options),
    onlyOf('till_limits_offline_check', t.offline, TillLimit.shape.offline.options),
    ...appendOnlyPolicies('till_limits'),
  ],
)
