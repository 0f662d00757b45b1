import { sql } from 'drizzle-orm'
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant, onlyOf, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import { type BookingState, bookingStates } from '#shared/admissions/appointment.rules.ts'
import type { AppointmentKind } from '#shared/admissions/scoring.rules.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** Slots for meeting families. Booking happens under a lock of the row. */
export const appointmentSlots = pgTable(
  'appointment_slots',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    /** Id of the command that created it, alone or with others. */
    seriesId: uuid('series_id').notNull(),
    kind: text('kind').$type<AppointmentKind>().notNull(),
    /** School's own code; empty for every campus. */
    campus: text('campus').notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    room: text('room').notNull(),
    /** Address of an online meeting; shown only to families who booked it. */
    onlineLink: text('online_link').notNull(),
    interviewers: jsonb('interviewers').$type<UserId[]>().notNull(),
    capacity: integer('capacity').notNull(),
    /** Hours before the start until which a family may move or cancel. */
    changeHours: integer('change_hours').notNull(),
    endedAt: instant('ended_at'),
    madeBy: uuid('made_by').$type<UserId>().notNull(),
    madeAt: instant('made_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('appointment_slots_starts_idx').on(t.schoolId, t.startsAt, t.id),
    index('appointment_slots_series_idx').on(t.schoolId, t.seriesId),
    tenantPolicy('appointment_slots'),
  ],
)

/** Bookings. Never deleted: a cancelled or moved one stays with that state. */
export const appointmentBookings = pgTable(
  'appointment_bookings',
  {
    schoolId: schoolId(),
    /** Id of the booking command. */
    id: uuid('id').notNull(),
    slotId: uuid('slot_id').notNull(),
    studentId: uuid('student_id').notNull(),
    kind: text('kind').$type<AppointmentKind>().notNull(),
    state: text('state').$type<BookingState>().notNull(),
    bookedAt: instant('booked_at').notNull(),
    /** Null for a family by its link. */
    bookedBy: uuid('booked_by').$type<UserId>(),
    /** Recipient of emails about it; null where unknown. */
    email: text('email'),
    language: text('language').$type<Language>().notNull(),
    outcome: text('outcome'),
    note: text('note').notNull().default(''),
    settledBy: uuid('settled_by').$type<UserId>(),
    settledAt: instant('settled_at'),
    remindedAt: instant('reminded_at'),
    /** Count of changes. */
    revision: integer('revision').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    // At most one upcoming booking of a kind: the table refuses what two windows might do at once.
    uniqueIndex('appointment_bookings_live_key').on(t.schoolId, t.studentId, t.kind).where(sql`state = 'booked'`),
    index('appointment_bookings_slot_idx').on(t.schoolId, t.slotId),
    index('appointment_bookings_remind_idx')
      .on(t.schoolId, t.slotId)
      .where(sql`state = 'booked' and reminded_at is null`),
    foreignKey({
      name: 'appointment_bookings_slot_fk',
      columns: [t.schoolId, t.slotId],
      foreignColumns: [appointmentSlots.schoolId, appointmentSlots.id],
    }),
    onlyOf('appointment_bookings_state_check', t.state, bookingStates),
    tenantPolicy('appointment_bookings'),
  ],
)

/** Links by which families book, stored only as the token's hash. */
export const appointmentLinks = pgTable(
  'appointment_links',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    kind: text('kind').$type<AppointmentKind>().notNull(),
    tokenHash: text('token_hash').notNull(),
    /** Hashes of links sent in emails about a booking, the latest first: they expire with it. */
    besideHashes: text('beside_hashes').array().notNull().default([]),
    /** False for a link sent only in such an email: no family member was asked at this address. */
    wasAsked: boolean('was_asked').notNull().default(true),
    guardian: text('guardian').notNull(),
    email: text('email').notNull(),
    language: text('language').$type<Language>().notNull(),
    askedAt: instant('asked_at').notNull(),
    askedBy: uuid('asked_by').$type<UserId>().notNull(),
    expiresAt: instant('expires_at').notNull(),
    openedAt: instant('opened_at'),
    endedAt: instant('ended_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('appointment_links_token_key').on(t.schoolId, t.tokenHash),
    uniqueIndex('appointment_links_guardian_key').on(t.schoolId, t.studentId, t.kind, t.email),
    // Few rows have any.
    index('appointment_links_beside_idx').on(t.schoolId).where(sql`${t.besideHashes} <> '{}'`),
    tenantPolicy('appointment_links'),
  ],
)
