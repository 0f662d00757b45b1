import { date, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, onlyOf, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { CustomerId, UserId } from '#shared/kernel/ids.ts'
import { FoodPack, RuleSource, type RuleTerms } from '#shared/pos/spending/spending-rule.contract.ts'

/**
 * Rules for every pupil (`customerId` null) or for one account, by who set them. A rule is never changed: it ends, and another begins,
 * so that a purchase is judged by what was in force at its moment.
 */
export const spendingRules = pgTable(
  'spending_rules',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    /** The rule as its author names it; the same in each of its rows. */
    ruleId: uuid('rule_id').notNull(),
    customerId: uuid('customer_id').$type<CustomerId>(),
    source: text('source').$type<RuleSource>().notNull(),
    terms: jsonb('terms').$type<RuleTerms>().notNull(),
    fromDay: date('from_day', { mode: 'string' }),
    untilDay: date('until_day', { mode: 'string' }),
    /** Staff who set it; null for a family's own. */
    setBy: uuid('set_by').$type<UserId>(),
    setAt: instant('set_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('spending_rules_customer_idx').on(t.schoolId, t.customerId, t.endedAt),
    onlyOf('spending_rules_source_check', t.source, RuleSource.options),
    tenantPolicy('spending_rules'),
  ],
)

/** The food list that a school goes by, from a moment on; the last row counts. */
export const foodPackChoices = pgTable(
  'food_pack_choices',
  {
    schoolId: schoolId(),
    chosenAt: instant('chosen_at').notNull(),
    pack: text('pack').$type<FoodPack>(),
    chosenBy: uuid('chosen_by').$type<UserId>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.chosenAt] }),
    onlyOf('food_pack_choices_pack_check', t.pack, FoodPack.options),
    tenantPolicy('food_pack_choices'),
  ],
)
