import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, onlyOf, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { type BreachData, type BreachRisk, breachRisks } from '#shared/retention/breach.rules.ts'

/** Data breaches of a school. What they were and what was done stays; nobody is named in it. */
export const dataBreaches = pgTable(
  'data_breaches',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    happened: text('happened').notNull(),
    dataKinds: text('data_kinds').array().$type<BreachData[]>().notNull(),
    people: integer('people'),
    risk: text('risk').$type<BreachRisk>().notNull(),
    measures: text('measures').notNull(),
    discoveredAt: instant('discovered_at').notNull(),
    authorityAt: instant('authority_at'),
    authorityRef: text('authority_ref').notNull(),
    familiesAt: instant('families_at'),
    closedAt: instant('closed_at'),
    revision: integer('revision').notNull(),
    changedAt: instant('changed_at').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    onlyOf('data_breaches_risk_check', t.risk, breachRisks),
    tenantPolicy('data_breaches'),
  ],
)
