import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** Accounts that one person has in several schools. Rows of the installation: no query that serves a school sees them. */
export const linkedAccounts = pgTable(
  'linked_accounts',
  {
    schoolId: schoolId(),
    /** School of the account. */
    ofSchoolId: uuid('of_school_id').notNull(),
    userId: uuid('user_id').$type<UserId>().notNull(),
    /** The same for all accounts of one person. */
    personId: uuid('person_id').notNull(),
    /** SHA-256 of the account's password hash and email at the time: what an administrator replaces proves nothing any more. */
    proof: text('proof').notNull(),
    linkedAt: instant('linked_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.ofSchoolId, t.userId] }),
    uniqueIndex('linked_accounts_person_key').on(t.schoolId, t.personId, t.ofSchoolId),
    tenantPolicy('linked_accounts'),
  ],
)

/** Tokens by which a session of one school opens one of another; rows of the school that is opened. */
export const schoolHandOvers = pgTable(
  'school_hand_overs',
  {
    schoolId: schoolId(),
    /** SHA-256 of the token, hex. */
    tokenHash: text('token_hash').notNull(),
    userId: uuid('user_id').$type<UserId>().notNull(),
    /** Shared by all sessions of one sign-in. */
    chain: uuid('chain').notNull(),
    /** When the session that opens this one ends, and this one with it. */
    sessionUntil: instant('session_until').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.tokenHash] }),
    index('school_hand_overs_expires_idx').on(t.schoolId, t.expiresAt),
    tenantPolicy('school_hand_overs'),
  ],
)
