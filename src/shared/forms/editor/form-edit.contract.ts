import { z } from 'zod'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Instant, Revision } from '#shared/kernel/fields.ts'
import { FormSlug } from '../form.contract.ts'
import { FormDefinition, FormPurpose } from '../form-definition.contract.ts'

/*
 * How staff change forms. Of each form there is one working copy, which everybody who may edits in turn; publishing makes it
 * the next version, which nobody changes any more.
 */

/** What an unfinished form may lack: lengths, names and numbers are judged when it is published. */
const lacking = new Set(['too_small', 'too_big', 'invalid_format', 'custom'])

/** Built like a form, though not yet fit to be published: empty labels, sections without questions, keys that are none. */
const isBuiltLikeAForm = (value: unknown): boolean =>
  FormDefinition.safeParse(value).error?.issues.every(({ code }) => lacking.has(code)) ?? true

const WorkingForm = z.custom<FormDefinition>(isBuiltLikeAForm)

/**
 * Counts up with all that happens to a form: each change of its working copy, the end of one, each version. Of a form begun
 * again under an old address it starts elsewhere. So one number names one state of one copy, and no other ever.
 */

/** Who did something, and when. */
const ChangeStamp = z.object({ by: Bilingual.nullable(), at: Instant })
export type ChangeStamp = z.infer<typeof ChangeStamp>

export const FormRow = z.object({
  slug: FormSlug,
  title: Bilingual,
  purpose: FormPurpose,
  /** Null while it was never published. */
  version: z.int().nullable(),
  published: ChangeStamp.nullable(),
  /** The working copy that somebody has begun, and who touched it last. */
  edited: ChangeStamp.nullable(),
  /** Drafts that families keep at the server, and what was handed in under any version. */
  drafts: z.int(),
  submissions: z.int(),
})
export type FormRow = z.infer<typeof FormRow>

/** Every form of the school, published or not. @throws AppError access.denied */
export const listFormEdits = endpoint({
  method: 'get',
  path: '/forms/edits',
  audience: 'session',
  body: Nothing,
  reply: z.object({ forms: z.array(FormRow) }),
})

export const FormEdit = z.object({
  slug: FormSlug,
  revision: Revision,
  definition: WorkingForm,
  edited: ChangeStamp.nullable(),
  published: z.object({ version: z.int(), definition: FormDefinition }).nullable(),
  /** What the versions so far have promised (rules/form-history.rules.ts). */
  history: z.object({
    purpose: FormPurpose.nullable(),
    types: z.record(z.string(), z.string()),
    wordings: z.record(z.string(), Bilingual),
  }),
})
export type FormEdit = z.infer<typeof FormEdit>

/** The working copy; what is published where there is none. @throws AppError access.denied, form.unknown */
export const readFormEdit = endpoint({
  method: 'get',
  path: '/forms/edit',
  audience: 'session',
  body: z.object({ slug: FormSlug }),
  reply: z.object({ edit: FormEdit }),
})

/**
 * Keeps the working copy, if nobody else has changed it since `revision`. Nothing is ever written over silently.
 * @throws AppError access.denied, form.unknown, form.edit-conflict
 */
export const saveFormEdit = endpoint({
  method: 'post',
  path: '/forms/edit',
  audience: 'session',
  body: z.object({ slug: FormSlug, revision: Revision, definition: WorkingForm }),
  bodyLimit: 256 * 1024,
  reply: z.object({ revision: Revision }),
})

/** Throws the working copy away; a form that was never published goes with it. @throws AppError form.edit-conflict */
export const discardFormEdit = endpoint({
  method: 'post',
  path: '/forms/edit/discard',
  audience: 'session',
  body: z.object({ slug: FormSlug, revision: Revision }),
  reply: Nothing,
})

/** Begins a form, blank or as a copy of another's published version. @throws AppError form.slug-taken, form.unknown */
export const createForm = endpoint({
  method: 'post',
  path: '/forms/new',
  audience: 'session',
  body: z.object({
    slug: FormSlug,
    title: z.object({ en: z.string().trim().min(1).max(300), ar: z.string().trim().min(1).max(300) }),
    purpose: FormPurpose,
    from: FormSlug.nullable(),
  }),
  reply: Nothing,
})

export const FormVersionRow = z.object({
  version: z.int(),
  published: ChangeStamp,
  submissions: z.int(),
  drafts: z.int(),
})
export type FormVersionRow = z.infer<typeof FormVersionRow>

/** Every version, newest first: who published it, and what was handed in under it. @throws AppError form.unknown */
export const listFormVersions = endpoint({
  method: 'get',
  path: '/forms/versions',
  audience: 'session',
  body: z.object({ slug: FormSlug }),
  reply: z.object({ versions: z.array(FormVersionRow) }),
})

export const FormEffect = z.object({
  /** Drafts kept at the server, whatever their version. */
  drafts: z.int(),
  /** Of these: how many miss an answer that is needed now, and how many hold one that is not asked for any more. */
  missing: z.int(),
  losing: z.int(),
})
export type FormEffect = z.infer<typeof FormEffect>

/** What publishing would mean for those who are filling it in. @throws AppError form.unknown, form.edit-conflict */
export const readFormEffect = endpoint({
  method: 'get',
  path: '/forms/edit/effect',
  audience: 'session',
  body: z.object({ slug: FormSlug, revision: z.coerce.number().pipe(Revision) }),
  reply: z.object({ effect: FormEffect }),
})

/** Makes the working copy the version that people get. @throws AppError form.edit-conflict, form.not-ready */
export const publishFormEdit = endpoint({
  method: 'post',
  path: '/forms/edit/publish',
  audience: 'session',
  body: z.object({ slug: FormSlug, revision: Revision }),
  reply: z.object({ version: z.int() }),
})
