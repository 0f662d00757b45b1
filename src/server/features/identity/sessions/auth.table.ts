import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { OwnWords } from '#shared/identity/profile.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Role } from '#shared/kernel/roles.ts'

export const users = pgTable(
  'users',
  {
    schoolId: schoolId(),
    id: uuid('id').$type<UserId>().notNull(),
    /** Lower case; typed to sign in. */
    userName: text('user_name').notNull(),
    name: jsonb('name').$type<Bilingual>().notNull(),
    email: text('email').notNull(),
    /** argon2id in PHC format. */
    passwordHash: text('password_hash').notNull(),
    roles: text('roles').array().$type<Role[]>().notNull(),
    /** False from a self-registration until the address is proved; such an account opens nothing. */
    verified: boolean('verified').notNull().default(true),
    /** Rises when PINs stored on tills for this person become invalid. */
    pinEpoch: integer('pin_epoch').notNull().default(0),
    /** Profile fields written by the person. */
    ownWords: jsonb('own_words').$type<Partial<OwnWords>>().notNull().default({}),
    /** Name of the picture in `user_pictures`; null where there is none. */
    avatar: text('avatar'),
    /** Set until an invited colleague has signed in for the first time. */
    invitedAt: instant('invited_at'),
    disabledAt: instant('disabled_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('users_user_name_key').on(t.schoolId, t.userName),
    // Not unique: two families may share one address.
    index('users_email_idx').on(t.schoolId, sql`lower(${t.email})`),
    tenantPolicy('users'),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    schoolId: schoolId(),
    /** SHA-256 of the opaque token, hex: a stolen table opens nothing. */
    tokenHash: text('token_hash').notNull(),
    userId: uuid('user_id').$type<UserId>().notNull(),
    kind: text('kind').$type<'staff' | 'pos'>().notNull(),
    deviceId: uuid('device_id'),
    /** User agent, so that a person can tell their sessions apart. */
    userAgent: text('user_agent').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    /** Shared with the sessions of other schools that were opened from this one; null where there are none. */
    chain: uuid('chain'),
    /** When a password or a second factor was proved last; null where neither was. */
    provedAt: instant('proved_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.tokenHash] }),
    index('sessions_user_idx').on(t.schoolId, t.userId),
    tenantPolicy('sessions'),
  ],
)

/** Attempts per subject (an account or an address, hashed) in the running window; counted in one statement. */
export const attempts = pgTable(
  'attempts',
  {
    schoolId: schoolId(),
    subject: text('subject').notNull(),
    windowStart: instant('window_start').notNull(),
    windowMs: integer('window_ms').notNull().default(900_000),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.subject] }), tenantPolicy('attempts')],
)

/** Pictures of people who sign in, each under a random name: who has not been shown its address does not find it. */
export const userPictures = pgTable(
  'user_pictures',
  {
    schoolId: schoolId(),
    name: text('name').notNull(),
    kind: text('kind').$type<'webp' | 'jpeg'>().notNull(),
    data: bytea('data').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.name] }), tenantPolicy('user_pictures')],
)
