import { z } from 'zod'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { FileKind, Instant, OpId, Revision } from '#shared/kernel/fields.ts'
import { countryGroups } from './country-group.rules.ts'

/** What a document is called in records, for ever. */
export const DocumentCode = z.string().regex(/^[a-z][a-z0-9-]{1,39}$/)
export type DocumentCode = z.infer<typeof DocumentCode>

const CountryGroup = z.enum(countryGroups)
const Label = z.strictObject({ en: z.string().trim().min(1).max(300), ar: z.string().trim().min(1).max(300) })

/** When a document is asked for: all that a rule names has to fit. A rule that names nothing fits everybody. */
export const DocumentRule = z.strictObject({
  grades: z.array(z.string().max(20)).min(1).max(30).optional(),
  /** This grade and those above it. */
  fromGrade: z.string().max(20).optional(),
  nationality: z.array(CountryGroup).min(1).optional(),
  /** Where the last school is; fits nobody who has been to none. */
  lastSchool: z.array(CountryGroup).min(1).optional(),
  /** What to look for on the paper in this very case: whose stamps it needs. */
  note: Label.optional(),
})
export type DocumentRule = z.infer<typeof DocumentRule>

/** One kind of document that a school asks of its applicants. */
export const DocumentType = z.strictObject({
  code: DocumentCode,
  label: Label,
  /** S0 routine · S1 personal · S2 identity · S3 health, custody, learning support, religion, biometric. */
  sensitivity: z.enum(['S0', 'S1', 'S2', 'S3']),
  hasExpiry: z.boolean(),
  /** For how many days at most a signed promise will do in its place; null where none does. */
  promiseDays: z.int().min(1).max(365).nullable(),
  accept: z.array(FileKind).min(1).max(4),
  tier: z.enum(['default', 'intermediate', 'maximum', 'large']),
  /** The first that fits says why; where none does it is not needed. */
  asked: z.array(DocumentRule).max(20),
  /** Keys of file fields in application forms that bring it. */
  fields: z.array(z.string().max(40)).max(10),
})
export type DocumentType = z.infer<typeof DocumentType>

export const DocumentTypeList = z
  .array(DocumentType)
  .max(60)
  .refine((types) => new Set(types.map(({ code }) => code)).size === types.length, { error: 'a code twice' })

const TypeSet = z.object({
  /** 0 while the school goes by the ready-made list. */
  version: z.int().min(0),
  /** Which ready-made list stands behind it. */
  pack: z.string(),
  types: DocumentTypeList,
  setAt: Instant.nullable(),
})
export type TypeSet = z.infer<typeof TypeSet>

/** What the school asks for. @throws AppError access.denied */
export const documentTypes = endpoint({
  method: 'get',
  path: '/student/document_types',
  audience: 'session',
  body: Nothing,
  reply: TypeSet,
})

/**
 * Sets what the school asks for from now on; earlier lists stay readable, and what was handed in stays with its student. The same
 * command again changes nothing and is answered as before.
 * @throws AppError access.denied, request.invalid, document.changed
 */
export const setDocumentTypes = endpoint({
  method: 'post',
  path: '/student/document_types',
  audience: 'session',
  body: z.object({ seen: Revision, types: DocumentTypeList, commandId: OpId }),
  reply: TypeSet,
})
