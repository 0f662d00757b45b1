import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/time.ts'
import type { Registered } from '../sessions/accounts.service.ts'

/** Emailed code, and the account it opens. */
export interface MailedCode {
  /** SHA-256 of the challenge's ticket and the code: a thief of the table lacks the ticket and cannot try the million codes. */
  hash: string
  userId: UserId
  expiresAt: Instant
}

/**
 * Request for a code. A row exists whether the address has an account or not; without one it has no codes, and no code matches.
 * The ticket is in the requester's page only, so that others can neither guess nor use up its attempts.
 */
export const accountChallenges = pgTable(
  'account_challenges',
  {
    schoolId: schoolId(),
    /** SHA-256 of the ticket, hex. */
    ticketHash: text('ticket_hash').notNull(),
    purpose: text('purpose').$type<'verify' | 'sign-in'>().notNull(),
    /** Text typed, in lower case: an email address or a username. */
    subject: text('subject').notNull(),
    codes: jsonb('codes').$type<MailedCode[]>().notNull(),
    registered: jsonb('registered').$type<Registered>(),
    tries: integer('tries').notNull().default(0),
    sends: integer('sends').notNull(),
    nextSendAt: instant('next_send_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.ticketHash] }),
    index('account_challenges_expires_idx').on(t.schoolId, t.expiresAt),
    tenantPolicy('account_challenges'),
  ],
)

/** `setup` is of the installation and creates its first school; all others are of a school. */
export type LinkPurpose = 'verify' | 'reset' | 'join' | 'invite' | 'setup'

/** Emailed link: following it proves access to this address's mailbox. */
export const accountLinks = pgTable(
  'account_links',
  {
    schoolId: schoolId(),
    /** SHA-256 of the token, hex. */
    tokenHash: text('token_hash').notNull(),
    purpose: text('purpose').$type<LinkPurpose>().notNull(),
    /** Account it is about; null for a link that opens a new one or creates a school. */
    userId: uuid('user_id').$type<UserId>(),
    email: text('email').notNull(),
    registered: jsonb('registered').$type<Registered>(),
    /** School whose settings, forms and catalogue the school of a set-up link begins with; null for none. */
    templateId: uuid('template_id'),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.tokenHash] }),
    index('account_links_expires_idx').on(t.schoolId, t.expiresAt),
    tenantPolicy('account_links'),
  ],
)
