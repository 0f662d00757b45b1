import { z } from 'zod'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Instant, Revision, Uuid } from '#shared/kernel/fields.ts'
import { ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import { type LetterField, letterFields } from '#shared/kernel/letter/letter-fields.rules.ts'
import { LetterTemplate } from './letter-blocks.contract.ts'
import { letterKinds } from './letter-kinds.rules.ts'

/*
 * How a school writes its letters. Of each there is one working copy, which everybody who may edits in turn; publishing makes it
 * the next version, which nobody changes any more. Version 0 is the ready one that every school begins with.
 */

export const LetterName = z.enum(letterKinds)

/** What an unfinished letter may lack: lengths are judged when it is published. */
const lacking = new Set(['too_small', 'too_big', 'custom'])

const isBuiltLikeALetter = (value: unknown): boolean =>
  LetterTemplate.safeParse(value).error?.issues.every(({ code }) => lacking.has(code)) ?? true

/** Built like a letter, though not yet fit to be published. */
const WorkingLetter = z.custom<LetterTemplate>(isBuiltLikeALetter)

/** Counts up with each change of a working copy and each end of one: one number names one state. 0 before the first. */
const Version = Revision

const ChangeStamp = z.object({ by: Bilingual.nullable(), at: Instant })

const LetterTemplateRow = z.object({
  name: LetterName,
  /** The one that is issued now. */
  version: Version,
  published: ChangeStamp.nullable(),
  /** The working copy that somebody has begun, and who touched it last. */
  edited: ChangeStamp.nullable(),
})
export type LetterTemplateRow = z.infer<typeof LetterTemplateRow>

/** Every letter of the school. @throws AppError access.denied */
export const letterTemplates = endpoint({
  method: 'get',
  path: '/letters/templates',
  audience: 'session',
  body: Nothing,
  reply: z.object({ letters: z.array(LetterTemplateRow) }),
})

export const LetterEdit = z.object({
  name: LetterName,
  revision: Revision,
  template: WorkingLetter,
  edited: ChangeStamp.nullable(),
  published: z.object({ version: Version, template: LetterTemplate }),
})
export type LetterEdit = z.infer<typeof LetterEdit>

/** The working copy; what is issued now where there is none. @throws AppError access.denied */
export const readLetterEdit = endpoint({
  method: 'get',
  path: '/letters/template',
  audience: 'session',
  body: z.object({ letter: LetterName }),
  reply: z.object({ edit: LetterEdit }),
})

/**
 * Keeps the working copy, if nobody else has changed it since `revision`. Nothing is ever written over silently.
 * @throws AppError access.denied, form.edit-conflict
 */
export const saveLetterEdit = endpoint({
  method: 'post',
  path: '/letters/template',
  audience: 'session',
  body: z.object({ letter: LetterName, revision: Revision, template: WorkingLetter }),
  bodyLimit: 256 * 1024,
  reply: z.object({ revision: Revision }),
})

/** Throws the working copy away. @throws AppError access.denied, form.edit-conflict */
export const discardLetterEdit = endpoint({
  method: 'post',
  path: '/letters/template/discard',
  audience: 'session',
  body: z.object({ letter: LetterName, revision: Revision }),
  reply: Nothing,
})

/** Makes the working copy the version that is issued from now on. @throws AppError form.edit-conflict, form.not-ready */
export const publishLetterEdit = endpoint({
  method: 'post',
  path: '/letters/template/publish',
  audience: 'session',
  body: z.object({ letter: LetterName, revision: Revision }),
  reply: z.object({ version: Version }),
})

const LetterVersionRow = z.object({
  version: Version,
  /** Null for the ready one. */
  published: ChangeStamp.nullable(),
  /** How many letters were issued of it. */
  letters: z.int(),
})
export type LetterVersionRow = z.infer<typeof LetterVersionRow>

/** Every version, newest first; the ready one is the last. @throws AppError access.denied */
export const letterVersions = endpoint({
  method: 'get',
  path: '/letters/template/versions',
  audience: 'session',
  body: z.object({ letter: LetterName }),
  reply: z.object({ versions: z.array(LetterVersionRow) }),
})

/** A version as it was published, to look at or to begin from. @throws AppError access.denied, request.not-found */
export const readLetterVersion = endpoint({
  method: 'get',
  path: '/letters/template/version',
  audience: 'session',
  body: z.object({ letter: LetterName, version: z.coerce.number().pipe(Version) }),
  reply: z.object({ template: LetterTemplate }),
})

/**
 * What a working copy looks like, filled with what is known of a student, or of a made-up one. Nothing of it is kept.
 * @throws AppError access.denied, request.not-found, form.not-ready where it can't be set, letter.not-made
 */
export const previewLetter = endpoint({
  method: 'post',
  path: '/letters/template/preview',
  audience: 'session',
  body: z.object({ letter: LetterName, template: WorkingLetter, student_id: Uuid.nullable() }),
  bodyLimit: 256 * 1024,
  reply: z.object({
    /** All pages below each other; to be shown as an image, in which nothing runs. Null where the server draws none. */
    svg: z.string().nullable(),
    /** The same, to be shown as a page; given where there is no picture. */
    page: ResolvedLetter.nullable(),
    missing: z.array(z.enum(Object.keys(letterFields) as [LetterField])),
    /** Characters that no font has. */
    missingGlyphs: z.array(z.string()),
    /** Something of it is made up, as nothing of the kind is known of this student. */
    isSample: z.boolean(),
  }),
})
