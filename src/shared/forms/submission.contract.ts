import { z } from 'zod'
import { Bilingual, endpoint } from '#shared/kernel/endpoint.ts'
import { FileKind, FileState, Instant, Language, Uuid } from '#shared/kernel/fields.ts'
import { listExport } from '#shared/lists/list-export.contract.ts'
import { FormSlug } from './form.contract.ts'
import { FormDefinition, FormPurpose } from './form-definition.contract.ts'
import { WorkStanding } from './work-application.contract.ts'

/** A submission in the staff's list: whom it is about and who wrote it, never what it says. */
export const SubmissionRow = z.object({
  id: Uuid,
  reference: z.string(),
  form: FormSlug,
  title: Bilingual,
  purpose: FormPurpose,
  /** Whom it is about: the children's names, the applicant's. */
  subjects: z.array(z.string()),
  contact: z.string(),
  language: Language,
  channel: z.enum(['public', 'kiosk']),
  receivedAt: Instant,
  flags: z.array(z.string()),
  /** Files that have not arrived. */
  filesAwaited: z.int(),
  /** Somebody it is about may be known already (contract/person.ts). */
  mayBeKnown: z.boolean(),
  /** Nothing is left of it but that it was: no name, no answer. */
  isErased: z.boolean(),
  /** How an application for work stands; null for anything else. */
  work: WorkStanding.nullable(),
})
export type SubmissionRow = z.infer<typeof SubmissionRow>

/** Newest first, a page at a time. @throws AppError access.denied */
export const submissionList = endpoint({
  method: 'get',
  path: '/forms/submissions',
  audience: 'session',
  body: z.object({ purpose: FormPurpose.optional(), before: z.string().max(100).optional() }),
  reply: z.object({ submissions: z.array(SubmissionRow), next: z.string().nullable() }),
})

/** Who wrote about whom, and when; never what they wrote. */
export const submissionExport = listExport(
  '/forms/submission_export',
  'submissions',
  z.object({ purpose: FormPurpose.optional() }).default({}),
  { stepUp: true },
)

export const SubmittedFile = z.object({
  id: Uuid,
  path: z.string(),
  name: z.string(),
  kind: FileKind,
  bytes: z.int(),
  state: FileState.shape.state,
})
export type SubmittedFile = z.infer<typeof SubmittedFile>

/** One submission with the form as it was then. Answers that ask for a permission of their own are left out without it. */
export const submissionDetail = endpoint({
  method: 'get',
  path: '/forms/submission',
  audience: 'session',
  body: z.object({ id: Uuid }),
  reply: z.object({
    submission: SubmissionRow,
    definition: FormDefinition,
    answers: z.record(z.string(), z.unknown()),
    files: z.array(SubmittedFile),
    /** Keys of fields whose answers this person may not see. */
    withheld: z.array(z.string()),
  }),
})
export type SubmissionDetail = z.infer<typeof submissionDetail.reply>

/** The bytes of a file that arrived whole. @throws AppError request.not-found, access.denied */
export const submissionFile = endpoint({
  method: 'get',
  path: '/forms/file',
  audience: 'session',
  body: z.object({ submissionId: Uuid, fileId: Uuid }),
  reply: z.object({ name: z.string(), kind: FileKind, data: z.base64() }),
})
