import { z } from 'zod'
import { Bilingual, endpoint } from '#shared/kernel/endpoint.ts'
import { Day, Instant, Uuid } from '#shared/kernel/fields.ts'
import { listExport } from '#shared/lists/list-export.contract.ts'
import { DocumentState } from './document.contract.ts'
import { DocumentCode, DocumentType } from './document-type.contract.ts'
import { documentWorkKinds } from './document-work.rules.ts'

const Kind = z.enum(documentWorkKinds)

/** One document of one student that waits for somebody. */
const DocumentRow = z.object({
  student_id: Uuid,
  registration_id: z.string(),
  student_name: z.string().nullable(),
  student_name_ar: z.string().nullable(),
  grade: z.string().nullable(),
  type: z.object({
    code: DocumentCode,
    label: Bilingual,
    /** Absent from an older server: then no device remembers the row. */
    sensitivity: DocumentType.shape.sensitivity.default('S3'),
  }),
  state: DocumentState,
  /** Since when it stands so. */
  since: Instant,
  expiresOn: Day.nullable(),
  promisedUntil: Day.nullable(),
})
export type DocumentRow = z.infer<typeof DocumentRow>

/**
 * The documents of one kind of work, one by one, what has waited longest or ends first before the rest; with how many there are
 * of each kind. Of files that are open; what only some may see is there and counted for them alone.
 * @throws AppError access.denied, request.invalid
 */
export const documentQueue = endpoint({
  method: 'post',
  path: '/student/document_queue',
  audience: 'session',
  body: z.object({
    queue: Kind.default('review'),
    after: z.string().max(160).optional(),
    limit: z.int().min(1).max(100).default(50),
  }),
  reply: z.object({
    /** The school's own day. */
    today: Day,
    counts: z.record(Kind, z.int()),
    rows: z.array(DocumentRow),
    next: z.string().nullable(),
  }),
})
export type DocumentQueue = z.infer<typeof documentQueue.reply>

/** Papers of one kind of work. What only some may see is in no file, no matter who asks for it. */
export const documentExport = listExport(
  '/student/document_export',
  'papers',
  z.object({ queue: Kind.default('review') }).prefault({}),
)
