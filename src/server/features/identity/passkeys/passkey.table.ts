import { bigint, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** Public halves of passkeys. */
export const passkeys = pgTable(
  'passkeys',
  {
    schoolId: schoolId(),
    /** The credential's own id, base64url. */
    id: text('id').notNull(),
    userId: uuid('user_id').$type<UserId>().notNull(),
    publicKey: bytea('public_key').notNull(),
    /** Rises with each use where the authenticator counts. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    /** Host to which it is bound. */
    host: text('host').notNull(),
    /** As its owner calls it. */
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('passkeys_user_idx').on(t.schoolId, t.userId),
    tenantPolicy('passkeys'),
  ],
)

/** Challenges that a browser answers by a passkey. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    schoolId: schoolId(),
    /** SHA-256 of the ticket, hex. */
    tokenHash: text('token_hash').notNull(),
    purpose: text('purpose').$type<'add' | 'sign-in' | 'prove'>().notNull(),
    challenge: text('challenge').notNull(),
    host: text('host').notNull(),
    /** Hash of the session that has begun it; null for a sign-in. */
    boundTo: text('bound_to'),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.tokenHash] }),
    index('passkey_challenges_expires_idx').on(t.schoolId, t.expiresAt),
    tenantPolicy('passkey_challenges'),
  ],
)
