import { z } from 'zod'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Day, DayInput, Language, Revision, TypedName, Uuid } from '#shared/kernel/fields.ts'
import { ComponentCode, Ppm } from './fee-fields.ts'

/** Who pays fees: a person or a company. */
export const FeePayer = z.object({
  id: Uuid,
  kind: z.enum(['person', 'company']),
  nameLatin: z.string().nullable(),
  nameArabic: z.string().nullable(),
  language: Language,
  email: z.string().nullable(),
  phone: z.string().nullable(),
  taxId: z.string().nullable(),
  nationalId: z.string().nullable(),
  isCitizen: z.boolean(),
  /** Email and phone of the guardian in the child's file, where the payer has others; null where they are the same or not known. */
  inFile: z.object({ email: z.string().nullable(), phone: z.string().nullable() }).nullable().default(null),
  /** Stands in the text of bank transfers. */
  code: z.string(),
  revision: z.int(),
})
export type FeePayer = z.infer<typeof FeePayer>

const Name = TypedName.pipe(z.string().min(1).max(200)).nullable()
const Line = z.string().trim().min(1).max(40).nullable()

export const FeePayerInput = FeePayer.omit({ revision: true, code: true, inFile: true })
  .extend({
    nameLatin: Name,
    nameArabic: Name,
    email: z.email().max(200).nullable(),
    phone: z.string().trim().min(5).max(30).nullable(),
    taxId: Line,
    nationalId: Line,
  })
  .refine(({ nameLatin, nameArabic }) => nameLatin !== null || nameArabic !== null, { path: ['nameLatin'] })
export type FeePayerInput = z.infer<typeof FeePayerInput>

/** A part of a child's fees and who pays it; `component` null for all that have no shares of their own. */
export const FeeShare = z.object({
  component: z.string().nullable(),
  payerId: Uuid,
  ppm: z.int(),
  fromOn: Day,
  untilOn: Day.nullable(),
})
export type FeeShare = z.infer<typeof FeeShare>

/**
 * Returns who pays for a child: payers by shares and guardians, the shares, and the guardians that are no payers yet.
 * @throws AppError access.denied, request.not-found
 */
export const feePayersOfStudent = endpoint({
  method: 'get',
  path: '/fees/payers',
  audience: 'session',
  body: z.object({ studentId: Uuid }),
  reply: z.object({
    payers: z.array(FeePayer),
    /** Payer of whatever no share names; null while the file has no guardian. */
    defaultPayerId: Uuid.nullable(),
    shares: z.array(FeeShare),
    /** Mark of the shares as they are now: sent back when they are set. */
    sharesMark: z.string(),
    guardians: z.array(
      z.object({
        id: Uuid,
        nameLatin: z.string().nullable(),
        nameArabic: z.string().nullable(),
        payerId: Uuid.nullable(),
      }),
    ),
  }),
})

/** Finds payers by name, code, email or phone. @throws AppError access.denied */
export const findFeePayers = endpoint({
  method: 'get',
  path: '/fees/payer_search',
  audience: 'session',
  body: z.object({ text: z.string().trim().min(2).max(100) }),
  reply: z.object({ payers: z.array(FeePayer) }),
})

/**
 * Adds or changes a payer; `guardianId` says which guardian of a file a new one is.
 * @throws AppError access.denied, fees.changed, request.not-found for the guardian
 */
export const saveFeePayer = endpoint({
  method: 'post',
  path: '/fees/payer',
  audience: 'session',
  body: z.object({ payer: FeePayerInput, seen: Revision }),
  reply: z.object({ revision: z.int(), code: z.string() }),
})

/** Makes a guardian of a file a payer. @throws AppError access.denied, request.not-found */
export const addGuardianAsPayer = endpoint({
  method: 'post',
  path: '/fees/payer_guardian',
  audience: 'session',
  body: z.object({ studentId: Uuid, guardianId: Uuid }),
  reply: z.object({ payerId: Uuid }),
})

/**
 * Sets who pays a component of a child's fees (null for all) from a day on, in place of every share from that day; the shares
 * add up to 1,000,000. Without shares the component goes by those for all, and all by the first guardian.
 * @throws AppError access.denied, fees.shares-changed (somebody else has set the child's shares), fees.share-sum,
 * request.not-found for the child, a payer or the component
 */
export const setFeeShares = endpoint({
  method: 'post',
  path: '/fees/shares',
  audience: 'session',
  body: z.object({
    studentId: Uuid,
    componentCode: ComponentCode.nullable(),
    fromOn: DayInput,
    /** That of the shares that were seen. */
    sharesMark: z.string().max(64),
    shares: z.array(z.object({ payerId: Uuid, ppm: Ppm })).max(10),
  }),
  reply: Nothing,
})
