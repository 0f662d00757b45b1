// chunk: form-calls
import { z } from 'zod'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Instant, InstantInput, Revision, Uuid } from '#shared/kernel/fields.ts'
import { DraftTransfer } from './draft.contract.ts'
import { FormSlug } from './form.contract.ts'

/*
 * Forms that a signed-in person has begun: kept under the account beside the device's own copy, so that they are there on
 * every device that signs in. For thirty days from the last change, without files.
 */

export const MyDraft = z.object({
  id: Uuid,
  slug: FormSlug,
  title: Bilingual,
  /** Whom it is about, once that was written. */
  about: z.string().nullable(),
  updatedAt: Instant,
})
export type MyDraft = z.infer<typeof MyDraft>

/** What this person has begun, the latest first. */
export const myDrafts = endpoint({
  method: 'get',
  path: '/forms/my-drafts',
  audience: 'session',
  body: Nothing,
  reply: z.object({ drafts: z.array(MyDraft) }),
})

/**
 * Keeps a draft under the account. `seen` is the revision that this change follows, 0 for a first one.
 * @throws AppError form.changed-elsewhere, form.unknown, form.link-over when it was handed in, form.too-many-drafts
 */
export const keepMyDraft = endpoint({
  method: 'post',
  path: '/forms/my-draft',
  audience: 'session',
  body: DraftTransfer.extend({ startedAt: InstantInput, seen: Revision }),
  reply: z.object({ revision: Revision }),
  bodyLimit: 68 * 1024,
})

/** One of this person's drafts, whole. @throws AppError form.link-over when it is not there (any more) */
export const openMyDraft = endpoint({
  method: 'get',
  path: '/forms/my-draft',
  audience: 'session',
  body: z.object({ id: Uuid }),
  reply: z.object({ draft: DraftTransfer.extend({ updatedAt: Instant, revision: Revision }) }),
})

/** Throws one away. The same again changes nothing. */
export const dropMyDraft = endpoint({
  method: 'post',
  path: '/forms/my-draft/drop',
  audience: 'session',
  body: z.object({ id: Uuid }),
  reply: Nothing,
})
