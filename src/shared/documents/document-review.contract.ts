// chunk: document
import { z } from 'zod'
import { FullName } from '#shared/consents/consent-request.contract.ts'
import { FilePiece, pieceLimit } from '#shared/forms/form.contract.ts'
import { Email } from '#shared/identity/account.contract.ts'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import {
  Day,
  DayInput,
  FileKind,
  FileRef,
  FileState,
  Instant,
  Language,
  OpId,
  Revision,
  Uuid,
} from '#shared/kernel/fields.ts'
import { DocumentAct, DocumentItem, DocumentLink, DocumentState } from './document.contract.ts'
import { DocumentCode } from './document-type.contract.ts'

/** The bytes of a file that arrived whole; nobody keeps them. @throws AppError access.denied, request.not-found */
export const documentFile = endpoint({
  method: 'post',
  path: '/student/document_file',
  audience: 'session',
  body: z.object({ student_id: Uuid, doc_id: Uuid }),
  reply: z.object({ doc_name: z.string(), kind: FileKind, data: z.base64() }),
})

/**
 * One decision on one document, taken once. @throws AppError access.denied, request.not-found, document.changed (somebody was
 * faster, or another file has come), document.no-such-step, document.reason-missing, document.day
 */
export const documentDecide = endpoint({
  method: 'post',
  path: '/student/document_decide',
  audience: 'session',
  body: z.object({
    student_id: Uuid,
    type: DocumentCode,
    commandId: OpId,
    revision: Revision,
    act: DocumentAct.exclude(['upload']),
    reason: z.string().trim().max(60).optional(),
    note: z.string().trim().max(1000).optional(),
    /** The last day of the paper, or of the promise. */
    day: DayInput.optional(),
  }),
  reply: z.object({ item: DocumentItem }),
})

/**
 * Mails a guardian a link to send what is missing; one link for each, a new one ends the one before.
 * @throws AppError access.denied, request.not-found, document.nothing-open
 */
export const documentLink = endpoint({
  method: 'post',
  path: '/student/document_link',
  audience: 'session',
  body: z.object({ student_id: Uuid, guardian: FullName, email: Email, language: Language }),
  reply: z.object({ link: DocumentLink }),
})

/** Ends a link at once. @throws AppError access.denied, request.not-found */
export const endDocumentLink = endpoint({
  method: 'post',
  path: '/student/document_link_end',
  audience: 'session',
  body: z.object({ student_id: Uuid, id: Uuid }),
  reply: z.object({ link: DocumentLink }),
})

const WorkRow = z.object({
  student_id: Uuid,
  registration_id: z.string(),
  student_name: z.string().nullable(),
  student_name_ar: z.string().nullable(),
  documents: z.int(),
  /** Since when the oldest waits, or when the first expires. */
  since: Instant.nullable(),
  until: Day.nullable(),
})

/**
 * For the work list: whose documents are to be reviewed, and whose expire within thirty days or have expired. Never which:
 * what only some may see is counted for them alone. @throws AppError access.denied
 */
export const documentWork = endpoint({
  method: 'get',
  path: '/student/document_work',
  audience: 'session',
  body: Nothing,
  reply: z.object({
    review: z.object({ students: z.int(), documents: z.int(), first: z.array(WorkRow) }),
    expiring: z.object({ students: z.int(), documents: z.int(), first: z.array(WorkRow) }),
  }),
})

/** What a family sees of one document. Nothing of what it has sent can be read again here. */
export const FamilyItem = z.object({
  type: DocumentItem.shape.type.pick({ code: true, label: true, accept: true, maxBytes: true }),
  note: Bilingual.nullable(),
  state: DocumentState,
  promisedUntil: Day.nullable(),
  /** Why it was not taken: a word of the list, and what staff wrote. */
  reason: z.string().nullable(),
  remark: z.string().nullable(),
  maySend: z.boolean(),
})
export type FamilyItem = z.infer<typeof FamilyItem>

const Token = z.string().max(2000)
/** At which place the child waits, where the school says it to families here; else null. */
const Place = z.int().nullable()

/** What a guardian's link asks for. @throws AppError link.over, request.too-many */
export const openDocuments = endpoint({
  method: 'post',
  path: '/public/documents/open',
  audience: 'open',
  body: z.object({ token: Token }),
  reply: z.object({ guardian: z.string(), subject: z.string(), waitingPlace: Place, items: z.array(FamilyItem) }),
})

/** Like `documentUpload`, by a link. @throws AppError link.over, and what that one is refused for */
export const familyUpload = endpoint({
  method: 'post',
  path: '/public/documents/upload',
  audience: 'open',
  body: z.object({ token: Token, type: DocumentCode, file: FileRef }),
  reply: z.object({ file: FileState }),
})

export const familyPiece = endpoint({
  method: 'post',
  path: '/public/documents/piece',
  audience: 'open',
  body: z.object({ token: Token, ...FilePiece.shape }),
  bodyLimit: pieceLimit,
  reply: z.object({ file: FileState }),
})
