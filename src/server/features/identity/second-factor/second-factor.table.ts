import { bigint, boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** Authenticator apps (TOTP), one for each person. */
export const totpFactors = pgTable(
  'totp_factors',
  {
    schoolId: schoolId(),
    userId: uuid('user_id').$type<UserId>().notNull(),
    /** Encrypted; base32 inside. */
    secret: text('secret').notNull(),
    /** Null until the first code was confirmed: until then it protects nothing. */
    confirmedAt: instant('confirmed_at'),
    /** Period of thirty seconds of the last code that was used: no code of it or of an earlier one counts again. */
    lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.userId] }), tenantPolicy('totp_factors')],
)

/** Recovery codes, each used once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    schoolId: schoolId(),
    userId: uuid('user_id').$type<UserId>().notNull(),
    /** SHA-256 of the person's id and the code, hex: a code has eighty random bits, nobody can try them all. */
    codeHash: text('code_hash').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.userId, t.codeHash] }), tenantPolicy('recovery_codes')],
)

/** Sign-ins between the first factor and the second. */
export const signInTickets = pgTable(
  'sign_in_tickets',
  {
    schoolId: schoolId(),
    /** SHA-256 of the ticket, hex. */
    tokenHash: text('token_hash').notNull(),
    userId: uuid('user_id').$type<UserId>().notNull(),
    /** True for a person who has to set up a second factor first. */
    mustSetUp: boolean('must_set_up').notNull(),
    /** SHA-256 of the password hash: a new password ends what was begun with the former one. */
    proof: text('proof').notNull(),
    /** Of the session of another school that opens this one, and when both end. */
    chain: uuid('chain'),
    sessionUntil: instant('session_until'),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.tokenHash] }),
    index('sign_in_tickets_expires_idx').on(t.schoolId, t.expiresAt),
    tenantPolicy('sign_in_tickets'),
  ],
)
