import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { ApiScope } from '#shared/kernel/api-scopes.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** Tokens by which the school's other programs call. An ended one stays as a trace. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    schoolId: schoolId(),
    /** Made where the token was asked for. */
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    /** SHA-256 of the token, hex: a stolen table opens nothing. */
    tokenHash: text('token_hash').notNull(),
    /** First characters of the token, by which people tell tokens apart. */
    hint: text('hint').notNull(),
    scopes: text('scopes').array().$type<ApiScope[]>().notNull(),
    /** Person with whose rights it works. */
    byUser: uuid('by_user').$type<UserId>().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** To the minute. */
    lastUsedAt: instant('last_used_at'),
    endedAt: instant('ended_at'),
    endedBy: uuid('ended_by').$type<UserId>(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('api_tokens_token_key').on(t.schoolId, t.tokenHash),
    index('api_tokens_made_idx').on(t.schoolId, t.createdAt),
    tenantPolicy('api_tokens'),
  ],
)
