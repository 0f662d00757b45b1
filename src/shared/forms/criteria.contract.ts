// chunk: form-calls
import { z } from 'zod'
import { FullName } from '#shared/consents/consent-request.contract.ts'
import { Email } from '#shared/identity/account.contract.ts'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Instant, Int4, Language, Revision, Uuid } from '#shared/kernel/fields.ts'
import { LinkToken } from '#shared/kernel/link.ts'
import { FormSlug } from './form.contract.ts'
import { FormDefinition } from './form-definition.contract.ts'

/*
 * Criteria forms: what a decision is made by, asked of one applicant by a mailed link. A criteria form is a form of the
 * school like any other; `sims_criteria_code` is the name it has in addresses. The names on the wire are the specification's.
 */

/** The school's criteria forms, for who has a link to one or chooses which to send. */
export const criteriaList = endpoint({
  method: 'get',
  path: '/public/criteria',
  audience: 'open',
  body: Nothing,
  reply: z.object({ result: z.array(z.object({ sims_criteria_code: FormSlug, version: z.int(), title: Bilingual })) }),
})

const ByLink = z.object({ token: LinkToken, sims_criteria_code: z.string().max(60) })
const inQuery = ['token', 'sims_criteria_code'] as const

const Values = z.record(z.string().max(40), z.unknown())

/** How it stands with the values: the form that they answer, and what became of them. */
export const CriteriaFormData = z.object({
  /** The id of the submission that it becomes. */
  id: Uuid,
  subject: z.string(),
  version: z.int(),
  definition: FormDefinition,
  askedAt: Instant,
  /** When somebody wrote last; null before. */
  updatedAt: Instant.nullable(),
  /** 0 before anybody wrote. */
  revision: Revision,
  /** Handed in: readable aloud, with a check character. Nothing is changed from then on. */
  reference: z.string().nullable(),
})

/** What the link opens. Wrong, too old, ended or of another school: `link.over`. @throws AppError request.too-many */
export const readFormValues = endpoint({
  method: 'get',
  path: '/public/form_values',
  audience: 'open',
  body: ByLink,
  reply: z.object({ values: Values, formData: CriteriaFormData }),
})

/**
 * Keeps the values, to go on with later; with `isFinal` hands them in, judged by the version they were written under. The
 * same again after that answers the same reference, others are refused. `seen` is the revision that this change follows.
 * @throws AppError link.over, request.invalid, form.changed-elsewhere, form.handed-in, request.too-many
 */
export const saveFormValues = endpoint({
  method: 'post',
  path: '/public/form_values',
  audience: 'open',
  query: inQuery,
  body: ByLink.extend({
    values: Values,
    formData: z.object({
      /** That the values answer; without it, the version published now. */
      version: Int4.min(1).optional(),
      /** Of the confirmation; without it, the school's own. */
      language: Language.optional(),
      isFinal: z.boolean().default(false),
      seen: Revision.default(0),
      /** What stands in the field that nobody sees. */
      trap: z.string().max(500).default(''),
    }),
  }),
  reply: z.object({
    formData: CriteriaFormData.pick({ id: true, version: true, updatedAt: true, revision: true, reference: true }),
  }),
})

export const CriteriaLink = z.object({
  id: Uuid,
  code: FormSlug,
  title: Bilingual,
  subject: z.string(),
  email: z.string(),
  state: z.enum(['waiting', 'begun', 'handed-in', 'expired', 'revoked']),
  askedAt: Instant,
  expiresAt: Instant,
})
export type CriteriaLink = z.infer<typeof CriteriaLink>

export const criteriaLinks = endpoint({
  method: 'get',
  path: '/criteria/links',
  audience: 'session',
  body: z.object({ submissionId: Uuid }),
  reply: z.object({ links: z.array(CriteriaLink) }),
})

/** Mails a link that opens one criteria form for one applicant. @throws AppError access.denied, form.unknown */
export const askCriteria = endpoint({
  method: 'post',
  path: '/criteria/ask',
  audience: 'session',
  body: z.object({
    submissionId: Uuid.nullable(),
    code: FormSlug,
    subject: FullName,
    email: Email,
    language: Language,
  }),
  reply: z.object({ link: CriteriaLink }),
})

/** Ends a link at once; with `again`, mails a new one in its place, which opens what was written so far. */
export const endCriteriaLink = endpoint({
  method: 'post',
  path: '/criteria/end-link',
  audience: 'session',
  body: z.object({ id: Uuid, again: z.boolean() }),
  reply: z.object({ link: CriteriaLink }),
})
