// chunk: document
import { z } from 'zod'
import { FilePiece, pieceLimit } from '#shared/forms/form.contract.ts'
import { Bilingual, endpoint } from '#shared/kernel/endpoint.ts'
import { Day, FileKind, FileRef, FileState, Instant, Language, UserId, Uuid } from '#shared/kernel/fields.ts'
import { documentActs, documentStates } from './document-state.rules.ts'
import { DocumentCode, DocumentType } from './document-type.contract.ts'

/*
 * The documents of a student: what is asked, what has come, who decided on it. `doc_name`, `doc_id` and `admission_id` are the
 * specification's names.
 */

export const DocumentState = z.enum(documentStates)
export const DocumentAct = z.enum(documentActs)
export type DocumentAct = z.infer<typeof DocumentAct>
const Colleague = z.object({ userId: UserId, name: Bilingual })

/** One file, as it came. A later one takes its place and leaves it where it was, with what was decided on it. */
export const DocumentFile = z.object({
  doc_id: Uuid,
  doc_name: z.string(),
  /** The reference of the student's file. */
  admission_id: z.string(),
  kind: FileKind,
  bytes: z.int(),
  state: FileState.shape.state,
  from: z.enum(['form', 'family', 'staff']),
  by: Colleague.nullable(),
  addedAt: Instant,
  decided: z.enum(['approved', 'rejected']).nullable(),
})
export type DocumentFile = z.infer<typeof DocumentFile>

/** One thing that was done with a document. Written once and never changed. */
export const DocumentAction = z.object({
  id: Uuid,
  act: DocumentAct,
  /** Null for a family. */
  by: Colleague.nullable(),
  reason: z.string().nullable(),
  note: z.string().nullable(),
  day: Day.nullable(),
  at: Instant,
})

export const DocumentItem = z.object({
  type: DocumentType.pick({
    code: true,
    label: true,
    sensitivity: true,
    hasExpiry: true,
    promiseDays: true,
    accept: true,
  }).extend({ maxBytes: z.int() }),
  isAsked: z.boolean(),
  note: Bilingual.nullable(),
  state: DocumentState,
  isSettled: z.boolean(),
  expiresOn: Day.nullable(),
  promisedUntil: Day.nullable(),
  /** Counts what was done with it: anyone who decides names the count that they have seen. */
  revision: z.int(),
  /** Somebody without the right to it sees that it is there and how it stands, nothing else. */
  isWithheld: z.boolean(),
  /** Newest first. */
  files: z.array(DocumentFile),
  deeds: z.array(DocumentAction),
  /** What the person who asks may do with it now. */
  acts: z.array(DocumentAct),
})
export type DocumentItem = z.infer<typeof DocumentItem>

export const DocumentLink = z.object({
  id: Uuid,
  guardian: z.string(),
  email: z.string(),
  language: Language,
  askedAt: Instant,
  expiresAt: Instant,
  state: z.enum(['waiting', 'opened', 'expired', 'ended']),
})
export type DocumentLink = z.infer<typeof DocumentLink>

/** Everything about one student's documents. @throws AppError access.denied, request.not-found */
export const studentDocuments = endpoint({
  method: 'post',
  path: '/student/documents',
  audience: 'session',
  body: z.object({ student_id: Uuid }),
  reply: z.object({
    student: z.object({
      student_id: Uuid,
      registration_id: z.string(),
      student_name: z.string().nullable(),
      student_name_ar: z.string().nullable(),
      language: Language,
    }),
    items: z.array(DocumentItem),
    isSettled: z.boolean(),
    links: z.array(DocumentLink),
    /** Whom the school writes to, to ask for what is missing. */
    contact: z.object({ guardian: z.string(), email: z.string(), language: Language }).nullable(),
  }),
})

/**
 * Says that a file is coming; its pieces follow. The same again says which are missing. @throws AppError access.denied,
 * request.not-found, request.invalid, document.no-such-step, document.too-large, document.wrong-kind, document.too-many
 */
export const documentUpload = endpoint({
  method: 'post',
  path: '/student/document_upload',
  audience: 'session',
  body: z.object({ student_id: Uuid, type: DocumentCode, file: FileRef }),
  reply: z.object({ file: FileState }),
})

/** One piece of it. With the last the whole is judged by its bytes. @throws AppError request.not-found, request.invalid */
export const documentPiece = endpoint({
  method: 'post',
  path: '/student/document_piece',
  audience: 'session',
  body: z.object({ student_id: Uuid, ...FilePiece.shape }),
  bodyLimit: pieceLimit,
  reply: z.object({ file: FileState }),
})
