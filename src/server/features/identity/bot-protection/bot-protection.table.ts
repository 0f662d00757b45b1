import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'

/** Signing keys of a school's challenges; created with the first one and shared by all server processes. */
export const proofKeys = pgTable(
  'proof_keys',
  {
    schoolId: schoolId(),
    secret: text('secret').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId] }), tenantPolicy('proof_keys')],
)

/** Spent proofs, stored until they would have expired. */
export const spentProofs = pgTable(
  'spent_proofs',
  {
    schoolId: schoolId(),
    /** SHA-256 of the unique part of the proof. */
    proofHash: text('proof_hash').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.proofHash] }),
    index('spent_proofs_expires_idx').on(t.schoolId, t.expiresAt),
    tenantPolicy('spent_proofs'),
  ],
)
