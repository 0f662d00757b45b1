import { z } from 'zod'
import { Colleague } from '#shared/identity/colleague.contract.ts'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { Day, DayInput, Instant, Int4, Language, OpId, TypedName, Uuid } from '#shared/kernel/fields.ts'
import { guardianFields, guardianRelations, identityFields } from './student-record.rules.ts'
import { StudentRow, StudentStatus } from './student-row.contract.ts'

/** Null also where nothing is left of what was typed. */
const Name = TypedName.pipe(z.string().max(160))
  .transform((name) => name || null)
  .nullable()

/** The child itself. */
export const RecordIdentity = z.object({
  nameLatin: Name,
  nameArabic: Name,
  birthDate: Day.nullable(),
  /** ISO 3166, two letters; what an older form wrote otherwise stays as it is. */
  nationality: z.string().trim().min(1).max(60).nullable(),
  /** The year of entry by its first calendar year. */
  entryYear: z.int().min(1950).max(2200).nullable(),
  grade: z.string().trim().min(1).max(20).nullable(),
})
export type RecordIdentity = z.infer<typeof RecordIdentity>

/** Somebody who looks after the child, with their rights; null is "nobody has said", which is no yes. */
export const Guardian = z.object({
  id: Uuid,
  nameLatin: Name,
  nameArabic: Name,
  relation: z.enum(guardianRelations).nullable(),
  phone: z.string().trim().min(1).max(40).nullable(),
  email: z.email().max(254).nullable(),
  language: Language.nullable(),
  isLegalGuardian: z.boolean().nullable(),
  maySign: z.boolean().nullable(),
  mayCollect: z.boolean().nullable(),
  livesWithChild: z.boolean().nullable(),
  /** Of the fees, in whole per cent. */
  paysShare: z.int().min(0).max(100).nullable(),
})
export type Guardian = z.infer<typeof Guardian>

const Value = z.union([z.string(), z.number(), z.boolean()]).nullable()
const RecordField = z.enum([...identityFields, ...guardianFields])

/** What the record says otherwise than the application: of the child (`of` null), of a guardian by id, or of one who is gone by place. */
const Difference = z.object({
  of: z.union([Uuid, z.int()]).nullable(),
  field: RecordField.nullable(),
  applied: Value,
  live: Value,
})
export type Difference = z.infer<typeof Difference>

/** A brother, a sister, or another file of the same child. */
const Sibling = StudentRow.pick({
  student_id: true,
  registration_id: true,
  student_name: true,
  student_name_ar: true,
  status: true,
  grade: true,
  entryYear: true,
}).extend({
  /** By what: the same application, the same phone or email, or staff who said that both are one child. */
  because: z.enum(['application', 'contact', 'same-child']),
  /** On the way in, or in already, or neither any more. */
  now: z.enum(['here', 'applying', 'closed']),
})
export type Sibling = z.infer<typeof Sibling>

/** The live record of a student beside what was applied with. @throws AppError access.denied, request.not-found */
export const studentRecord = endpoint({
  method: 'post',
  path: '/student/student_record',
  audience: 'session',
  body: z.object({ student_id: Uuid }),
  reply: z.object({
    identity: RecordIdentity,
    guardians: z.array(Guardian),
    /** Counts the changes of the record: who saves names the one they have seen. */
    revision: z.int(),
    /** Null where there is no application. */
    differences: z.array(Difference).nullable(),
    siblings: z.array(Sibling),
    /** Whether the file may be erased: begun by staff, without anything that came of it. */
    mayErase: z.boolean(),
  }),
})
export type StudentRecord = z.infer<typeof studentRecord.reply>

/**
 * Saves the live record: the child, its guardians (all of them: who is left out is taken off), or both. With `begin` it makes a
 * file that staff begin before there is an application. The same command again is answered as before.
 * @throws AppError access.denied, request.not-found, request.invalid, student.changed, student.seat-held
 */
export const saveStudentProfile = endpoint({
  method: 'post',
  path: '/student/student_profile',
  audience: 'session',
  body: z.object({
    student_id: Uuid,
    commandId: OpId,
    /** The revision of the record that was seen; 0 with `begin`. */
    revision: Int4,
    begin: z.object({ language: Language }).optional(),
    identity: RecordIdentity.extend({ birthDate: DayInput.nullable() }).optional(),
    guardians: z.array(Guardian).max(8).optional(),
  }),
  reply: z.object({ revision: z.int() }),
})

/**
 * Erases a file that staff began and of which nothing has come. The same command again is answered as before.
 * @throws AppError access.denied, request.not-found, student.changed, student.has-history
 */
export const eraseStudentProfile = endpoint({
  method: 'delete',
  path: '/student/student_profile',
  audience: 'session',
  body: z.object({ student_id: Uuid, commandId: OpId, revision: Int4 }),
  reply: z.object({}),
})

/** What a file is registered as: every child under this reference. @throws AppError access.denied, request.not-found */
export const registrationData = endpoint({
  method: 'post',
  path: '/student/registration_data',
  audience: 'session',
  body: z.object({ enroll_number: z.string().trim().min(1).max(40) }),
  reply: z.object({
    students: z.array(
      StudentRow.pick({
        student_id: true,
        registration_id: true,
        student_name: true,
        student_name_ar: true,
        sims_admission_status: true,
        entryYear: true,
        grade: true,
        campus: true,
        stream: true,
        appliedAt: true,
      }).extend({ status: StudentStatus }),
    ),
  }),
})

export const reportNames = ['summary', 'application', 'documents', 'history'] as const

/** The reports that there are of a student, as far as this person may read them. @throws AppError access.denied, request.not-found */
export const reportList = endpoint({
  method: 'get',
  path: '/student/report_name',
  audience: 'session',
  body: z.object({ student_id: Uuid }),
  reply: z.object({ reports: z.array(z.object({ report_name: z.enum(reportNames) })) }),
})

/** One thing that happened with a file. */
export const TimelineEntry = z.object({
  id: z.string(),
  at: Instant,
  kind: z.enum(['status', 'offer', 'document', 'message', 'note', 'task', 'record']),
  /** Which one of its kind: a code. */
  what: z.string(),
  by: Colleague.nullable(),
  /** What somebody wrote with it. */
  text: z.string().nullable(),
  /** Codes, days and counts that belong to it; of a document its name in both languages. */
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** Everything that happened with a file, the newest first, a page at a time. @throws AppError access.denied, request.not-found */
export const studentTimeline = endpoint({
  method: 'post',
  path: '/student/timeline',
  audience: 'session',
  body: z.object({
    student_id: Uuid,
    only: z.literal('messages').optional(),
    after: z.string().max(100).optional(),
    limit: z.int().min(1).max(100).default(30),
  }),
  reply: z.object({ entries: z.array(TimelineEntry), next: z.string().nullable() }),
})
