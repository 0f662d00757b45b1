// chunk: form-calls
import { z } from 'zod'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { FileState, Instant, Language, Uuid } from '#shared/kernel/fields.ts'
import { FormDefinition, FormPurpose } from './form-definition.contract.ts'

/** What a form is called in addresses and commands, for ever: `enquiry`, `enquiry-vmsiihe`, `hr` … */
export const FormSlug = z.string().regex(/^[a-z][a-z0-9-]{1,40}$/)
export type FormSlug = z.infer<typeof FormSlug>

/** A published form; the version stands for its content for ever. */
export const PublishedForm = z.object({ slug: FormSlug, version: z.int().min(1), definition: FormDefinition })
export type PublishedForm = z.infer<typeof PublishedForm>

export const readForm = endpoint({
  method: 'get',
  path: '/public/form',
  audience: 'open',
  body: z.object({ slug: FormSlug }),
  reply: z.object({ form: PublishedForm }),
})

/** Every form that the school publishes, by its title: for who sets up a front desk. */
export const listForms = endpoint({
  method: 'get',
  path: '/public/forms',
  audience: 'open',
  body: Nothing,
  reply: z.object({ forms: z.array(z.object({ slug: FormSlug, title: Bilingual, purpose: FormPurpose })) }),
})

/**
 * What the commands that hand in a form carry. The operation's id is the submission's id: it was minted when the form was
 * opened, so the same draft can't be handed in twice. Files are named in the answers and follow in chunks.
 */
export const Submission = z.object({
  form: FormSlug,
  version: z.int().min(1),
  language: Language,
  answers: z.record(z.string().max(40), z.unknown()),
  startedAt: Instant,
  channel: z.enum(['public', 'kiosk']),
  /** A field that people never see: what fills it in is no person. */
  trap: z.string().max(500),
})
export type Submission = z.infer<typeof Submission>

/** Bytes of a file per call, before base64. */
export const chunkBytes = 96 * 1024
const maxChunks = 200

/** One piece of a file, by its number from 0. */
export const FilePiece = z.object({
  fileId: Uuid,
  no: z.int().min(0).max(maxChunks),
  data: z.base64().max(Math.ceil(chunkBytes / 3) * 4),
})
/** Bytes that a call with one piece may have. */
export const pieceLimit = 160 * 1024

export const SubmissionState = z.object({
  submissionId: Uuid,
  /** For people: short, readable aloud, with a check character. */
  reference: z.string(),
  receivedAt: Instant,
  files: z.array(FileState),
})
export type SubmissionState = z.infer<typeof SubmissionState>

/** What the server has of these; one that it does not know, or that another sender handed in, is not in the answer. */
export const submissionStates = endpoint({
  method: 'post',
  path: '/forms/states',
  audience: 'sender',
  body: z.object({ submissionIds: z.array(Uuid).min(1).max(50) }),
  reply: z.object({ submissions: z.array(SubmissionState) }),
})

/** One piece of a file of a submission that was received. The same piece again changes nothing. */
export const putChunk = endpoint({
  method: 'post',
  path: '/forms/chunk',
  audience: 'sender',
  body: z.object({ submissionId: Uuid, ...FilePiece.shape }),
  bodyLimit: pieceLimit,
  reply: z.object({ file: FileState }),
})
