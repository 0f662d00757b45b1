import { z } from 'zod'
import { Bilingual, endpoint, FileReply, Nothing } from '#shared/kernel/endpoint.ts'
import { Currency, Day, DayInput, Instant, Language, Minor, OpId, Uuid } from '#shared/kernel/fields.ts'
import { documentKinds } from '../fee-document.contract.ts'
import { feeMethods, WishedAllocation } from '../fee-values.contract.ts'

/*
 * What payers see and do themselves, by a link or by their account. Every call answers for one payer: by a link the one for whom it
 * was made, signed in those whose address the account has. A link shows amounts and first names only.
 */

/** Names in both scripts; null where one is not known. */
const ShownName = z.object({ nameLatin: z.string().nullable(), nameArabic: z.string().nullable() })
export type ShownName = z.infer<typeof ShownName>

/** Child on the page of its payer. */
const FamilyChild = ShownName.extend({ studentId: Uuid })
export type FamilyChild = z.infer<typeof FamilyChild>

/** What a payer still has to pay for one part of one component. */
export const FamilyItem = z.object({
  chargeId: Uuid,
  studentId: Uuid,
  name: Bilingual,
  year: z.int(),
  part: z.int(),
  dueOn: Day,
  isOverdue: z.boolean(),
  open: Minor,
  /** What was paid of it before. */
  paid: Minor,
})
export type FamilyItem = z.infer<typeof FamilyItem>

/** Receipt of a payer. */
const FamilyPayment = z.object({
  documentId: Uuid,
  number: z.string(),
  method: z.enum(feeMethods),
  amount: Minor,
  receivedOn: Day,
  /** `held`: a cheque that has not cleared; `returned`: the money went back. */
  state: z.enum(['final', 'held', 'returned']),
})
export type FamilyPayment = z.infer<typeof FamilyPayment>

/** Invoice, credit note or refund of a payer. */
const FamilyDocument = z.object({
  documentId: Uuid,
  kind: z.enum(documentKinds).exclude(['receipt']),
  number: z.string(),
  issuedAt: Instant,
  total: Minor,
})
export type FamilyDocument = z.infer<typeof FamilyDocument>

/** What one payer owes and has paid. Amounts in minor units. */
export const FamilyFees = z.object({
  payerId: Uuid,
  payer: ShownName,
  /** Code that a bank transfer names. */
  code: z.string(),
  currency: Currency,
  /** Day of the school by which items are due. */
  today: Day,
  /** Whether the school takes money online. */
  canPay: z.boolean(),
  children: z.array(FamilyChild),
  /** Open ones, by due day. */
  items: z.array(FamilyItem),
  /** Open and due today or before. */
  dueNow: Minor,
  open: Minor,
  /** Money of the payer that settles nothing yet. */
  credit: Minor,
  chequesHeld: Minor,
  /** The latest first. */
  payments: z.array(FamilyPayment),
  /** The latest first. */
  documents: z.array(FamilyDocument),
  /** When the link ends; null for an account. */
  expiresAt: Instant.nullable(),
})
export type FamilyFees = z.infer<typeof FamilyFees>

const ByLink = z.object({ token: z.string().min(1).max(100) })
const ByAccount = z.object({ payerId: Uuid })

/** Opens the page of a payer. @throws AppError link.over, request.too-many */
export const openFamilyFees = endpoint({
  method: 'post',
  path: '/fees/family_open',
  audience: 'open',
  body: ByLink,
  reply: z.object({ fees: FamilyFees }),
})

/** Lists what the signed-in person pays. @throws AppError access.denied for who has no family account */
export const myFees = endpoint({
  method: 'get',
  path: '/fees/my_account',
  audience: 'session',
  body: Nothing,
  reply: z.object({ fees: z.array(FamilyFees) }),
})

const Payment = {
  intentId: OpId,
  /** Amounts as they were shown: more than is open is refused. */
  items: z.array(WishedAllocation).min(1).max(60),
  language: Language,
}
const PaymentPage = z.object({ intentId: Uuid, url: z.string() })
export type PaymentPage = z.infer<typeof PaymentPage>

/**
 * Begins an online payment and returns the address of the gateway's page. Sent again it is the same payment.
 * @throws AppError link.over, request.too-many, request.not-found, fees.over-allocated (the amounts have changed), fees.no-gateway,
 * fees.gateway-amount, fees.gateway-failed
 */
export const payFamilyFees = endpoint({
  method: 'post',
  path: '/fees/family_pay',
  audience: 'open',
  body: ByLink.extend(Payment),
  reply: PaymentPage,
})

/** The same for an account. @throws AppError access.denied, request.not-found (another's payer), and as `payFamilyFees` */
export const payMyFees = endpoint({
  method: 'post',
  path: '/fees/my_pay',
  audience: 'session',
  body: ByAccount.extend(Payment),
  reply: PaymentPage,
})

/**
 * Returns a document of the payer as PDF, with first names only.
 * @throws AppError link.over, request.too-many, request.not-found (also for another payer's), letter.not-made, letter.differs
 */
export const familyFeePaper = endpoint({
  method: 'post',
  path: '/fees/family_paper',
  audience: 'open',
  body: ByLink.extend({ documentId: Uuid }),
  reply: FileReply,
  isFile: true,
})

/** The same for an account, with full names. @throws AppError access.denied, request.not-found, letter.not-made, letter.differs */
export const myFeePaper = endpoint({
  method: 'post',
  path: '/fees/my_paper',
  audience: 'session',
  body: ByAccount.extend({ documentId: Uuid }),
  reply: FileReply,
  isFile: true,
})

/** Returns the payer's statement as of a day as PDF. @throws AppError link.over, request.too-many, letter.not-made */
export const familyFeeStatement = endpoint({
  method: 'post',
  path: '/fees/family_statement',
  audience: 'open',
  body: ByLink.extend({ asOf: DayInput, language: Language }),
  reply: FileReply,
  isFile: true,
})

/** The same for an account. @throws AppError access.denied, request.not-found, letter.not-made */
export const myFeeStatement = endpoint({
  method: 'post',
  path: '/fees/my_statement',
  audience: 'session',
  body: ByAccount.extend({ asOf: DayInput, language: Language }),
  reply: FileReply,
  isFile: true,
})
