import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { GroupRole } from '#shared/identity/sign-in-settings.contract.ts'

/** How people sign in to a school, one row for each; a school without a row has the usual settings. */
export const signInSettings = pgTable(
  'sign_in_settings',
  {
    schoolId: schoolId(),
    /** Whether strong roles need a second factor. */
    requiresSecondFactor: boolean('requires_second_factor').notNull(),
    /** Identity provider (OpenID Connect); empty for none. */
    issuer: text('issuer').notNull(),
    clientId: text('client_id').notNull(),
    /** Encrypted; null until it is set. */
    clientSecret: text('client_secret'),
    /** The only tenant (`tid` of Entra) or hosted domain (`hd` of Google) from which people sign in; empty for none. */
    allowedTenant: text('allowed_tenant').notNull(),
    allowedDomain: text('allowed_domain').notNull(),
    groupRoles: jsonb('group_roles').$type<GroupRole[]>().notNull(),
    /** Whether passwords are refused at a desk. */
    isEnforced: boolean('is_enforced').notNull(),
    /** The one administrator whose password counts all the same. */
    breakGlass: uuid('break_glass').$type<UserId>(),
    revision: integer('revision').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId] }), tenantPolicy('sign_in_settings')],
)
