import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { appendOnlyPolicies, erasePolicy, instant, schoolId } from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { offerSigners, offers } from './offer.table.ts'

/** The scan of a paper that somebody signed: whose signature on which offer it shows, and who brought it. Its bytes lie where all files do. */
export const offerScans = pgTable(
  'offer_scans',
  {
    schoolId: schoolId(),
    /** Of the file. */
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    /** Both null where it is no letter but a paper with what a family agrees to. */
    offerId: uuid('offer_id'),
    signerId: uuid('signer_id'),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    addedAt: instant('added_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    check('offer_scans_of_check', sql`(${t.offerId} is null) = (${t.signerId} is null)`),
    index('offer_scans_signer_idx').on(t.schoolId, t.signerId),
    foreignKey({ columns: [t.schoolId, t.offerId], foreignColumns: [offers.schoolId, offers.id] }),
    foreignKey({ columns: [t.schoolId, t.signerId], foreignColumns: [offerSigners.schoolId, offerSigners.id] }),
    ...appendOnlyPolicies('offer_scans'),
    erasePolicy('offer_scans'),
  ],
)
