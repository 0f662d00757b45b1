import { sql } from 'drizzle-orm'
import { date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { appendOnlyPolicies, erasePolicy, instant, onlyOf, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { EnquiryEvent } from '#shared/admissions/enquiries/enquiry.contract.ts'
import {
  type EnquiryStatus,
  enquiryStatuses,
  type LostReason,
  lostReasons,
} from '#shared/admissions/enquiries/enquiry-status.rules.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** State of an enquiry, as of its last event. No row while nobody has done anything about it: it is new. */
export const enquiryCases = pgTable(
  'enquiry_cases',
  {
    schoolId: schoolId(),
    /** Submission of the enquiry form. */
    enquiryId: uuid('enquiry_id').notNull(),
    status: text('status').$type<EnquiryStatus>().notNull(),
    lostReason: text('lost_reason').$type<LostReason>(),
    ownerId: uuid('owner_id').$type<UserId>(),
    nextOn: date('next_on'),
    firstAnsweredAt: instant('first_answered_at'),
    /** Enquiry of which it has become a part. */
    mergedInto: uuid('merged_into'),
    /** Count of changes. */
    revision: integer('revision').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.enquiryId] }),
    index('enquiry_cases_status_idx').on(t.schoolId, t.status, t.nextOn),
    index('enquiry_cases_merged_idx').on(t.schoolId, t.mergedInto).where(sql`${t.mergedInto} is not null`),
    onlyOf('enquiry_cases_status_check', t.status, enquiryStatuses),
    onlyOf('enquiry_cases_reason_check', t.lostReason, lostReasons),
    tenantPolicy('enquiry_cases'),
  ],
)

/** Facts of an event besides its kind, as the contract says them. */
export type EventFacts = Partial<Pick<EnquiryEvent, 'reason' | 'channel' | 'text' | 'subjectId' | 'on' | 'tour'>> & {
  /** Children of whom an invitation or a file was made, by their index. */
  places?: readonly number[]
  /** How far an enquiry had come before it was merged into another. */
  before?: { status: EnquiryStatus; lostReason: LostReason | null; nextOn: string | null }
}

/** Everything that was done about an enquiry: append-only, and kept under the id of its command. */
export const enquiryEvents = pgTable(
  'enquiry_events',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    askedHash: text('asked_hash').notNull(),
    enquiryId: uuid('enquiry_id').notNull(),
    kind: text('kind').$type<EnquiryEvent['kind']>().notNull(),
    toStatus: text('to_status').$type<EnquiryStatus>(),
    facts: jsonb('facts').$type<EventFacts>().notNull(),
    /** Null for a family and for the clock. */
    byUser: uuid('by_user').$type<UserId>(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('enquiry_events_enquiry_idx').on(t.schoolId, t.enquiryId, t.at),
    ...appendOnlyPolicies('enquiry_events'),
    erasePolicy('enquiry_events', { by: ['enquiry_id'] }),
  ],
)

/** Invitations to apply: the draft of an application that was begun with the answers of an enquiry. */
export const enquiryInvitations = pgTable(
  'enquiry_invitations',
  {
    schoolId: schoolId(),
    /** Id of the draft, and of the application that is made of it. */
    id: uuid('id').notNull(),
    enquiryId: uuid('enquiry_id').notNull(),
    /** Child of the enquiry, by its index. */
    place: integer('place').notNull(),
    invitedAt: instant('invited_at').notNull(),
    invitedBy: uuid('invited_by').$type<UserId>().notNull(),
    appliedAt: instant('applied_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('enquiry_invitations_enquiry_idx').on(t.schoolId, t.enquiryId, t.invitedAt),
    tenantPolicy('enquiry_invitations'),
  ],
)

/** Files that an enquiry has led to, by an application or because staff made them of its answers. */
export const enquiryStudents = pgTable(
  'enquiry_students',
  {
    schoolId: schoolId(),
    enquiryId: uuid('enquiry_id').notNull(),
    studentId: uuid('student_id').notNull(),
    /** Child of the enquiry, by its index; null where an application names others as well. */
    place: integer('place'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.enquiryId, t.studentId] }),
    index('enquiry_students_student_idx').on(t.schoolId, t.studentId),
    tenantPolicy('enquiry_students'),
  ],
)
