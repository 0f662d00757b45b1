import { boolean, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** Accounts of an identity provider that open accounts here. Never found by an email address. */
export const ssoLinks = pgTable(
  'sso_links',
  {
    schoolId: schoolId(),
    issuer: text('issuer').notNull(),
    /** `sub`, or for Entra `tid/oid`. */
    subject: text('subject').notNull(),
    userId: uuid('user_id').$type<UserId>().notNull(),
    linkedAt: instant('linked_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.issuer, t.subject] }),
    uniqueIndex('sso_links_user_key').on(t.schoolId, t.userId),
    tenantPolicy('sso_links'),
  ],
)

/** Sign-ins at the provider that have begun and were not answered yet. */
export const ssoTurns = pgTable(
  'sso_turns',
  {
    schoolId: schoolId(),
    /** SHA-256 of the state, hex. */
    tokenHash: text('token_hash').notNull(),
    purpose: text('purpose').$type<'sign-in' | 'invite' | 'link' | 'prove'>().notNull(),
    nonce: text('nonce').notNull(),
    verifier: text('verifier').notNull(),
    redirectUri: text('redirect_uri').notNull(),
    /** Whose account is linked or proved; null for a sign-in. */
    userId: uuid('user_id').$type<UserId>(),
    /** Hash of the session that has begun it, or of the invitation that is taken up by it. */
    boundTo: text('bound_to'),
    /** Whether the provider was asked for its password again. */
    isFresh: boolean('is_fresh').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.tokenHash] }),
    index('sso_turns_expires_idx').on(t.schoolId, t.expiresAt),
    tenantPolicy('sso_turns'),
  ],
)
