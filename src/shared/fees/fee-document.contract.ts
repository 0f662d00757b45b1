// chunk: fee-calls
import { z } from 'zod'
import { Colleague } from '#shared/identity/colleague.contract.ts'
import { Bilingual, endpoint } from '#shared/kernel/endpoint.ts'
import { Currency, Day, Instant, Minor, OpId, Uuid } from '#shared/kernel/fields.ts'
import { FeeAmount, FeeChild, PayerName } from './fee-values.contract.ts'

export const documentKinds = ['invoice', 'credit', 'receipt', 'refund'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** Line of an invoice or credit note, as it was issued: frozen. Amounts in minor units. */
export const DocumentLine = z.object({
  /** Null for a line of a receipt that is the family's credit. */
  chargeId: Uuid.nullable(),
  studentId: Uuid.nullable(),
  /** Code and name of the component on the day of issue. */
  component: z.string(),
  name: Bilingual,
  year: z.int(),
  part: z.int(),
  dueOn: Day.nullable(),
  gross: Minor,
  discounts: z.array(z.object({ code: z.string(), name: Bilingual, amount: Minor })),
  net: Minor,
  taxCode: z.string(),
  tax: Minor,
  /** Net and tax. */
  total: Minor,
})
export type DocumentLine = z.infer<typeof DocumentLine>

export const DocumentTotals = z.object({ gross: Minor, discount: Minor, net: Minor, tax: Minor, total: Minor })
export type DocumentTotals = z.infer<typeof DocumentTotals>

/** Document in a list. */
export const FeeDocumentRow = z.object({
  documentId: Uuid,
  kind: z.enum(documentKinds),
  number: z.string(),
  issuedAt: Instant,
  dueOn: Day.nullable(),
  payer: PayerName,
  total: Minor,
  /** Of an invoice: what is still to be paid. */
  open: Minor,
  /** Id of the document that it corrects. */
  corrects: Uuid.nullable(),
})
export type FeeDocumentRow = z.infer<typeof FeeDocumentRow>

/** Whole document as it was issued. */
export const FeeDocument = FeeDocumentRow.extend({
  currency: Currency,
  children: z.array(FeeChild),
  lines: z.array(DocumentLine),
  totals: DocumentTotals,
  /** Credit of the family that was applied when the invoice was issued, and deposits. */
  applied: Minor,
  reason: z.string().nullable(),
  by: Colleague.nullable(),
  verifyCode: z.string(),
  uuid: Uuid,
  /** SHA-256 over the document and the hash of the one before it in its series. */
  hash: z.string(),
  prevHash: z.string(),
})
export type FeeDocument = z.infer<typeof FeeDocument>

/** Reads one document. @throws AppError access.denied, request.not-found */
export const feeDocument = endpoint({
  method: 'get',
  path: '/fees/document',
  audience: 'session',
  public: { scope: 'fees.read', name: 'readFeeDocument' },
  body: z.object({ documentId: Uuid }),
  reply: z.object({ document: FeeDocument }),
})

/**
 * Issues a credit note on an invoice: first it lowers what is open, the rest becomes the family's credit.
 * @throws AppError access.denied, request.not-found, fees.over-credited (more than was billed of a line)
 */
export const issueCreditNote = endpoint({
  method: 'post',
  path: '/fees/credit_note',
  audience: 'session',
  body: z.object({
    opId: OpId,
    documentId: Uuid,
    /** Amounts with tax, by line of the invoice. */
    lines: z
      .array(z.object({ chargeId: Uuid, amount: FeeAmount }))
      .min(1)
      .max(60),
    reason: z.string().trim().min(1).max(300),
  }),
  reply: z.object({ document: FeeDocument }),
})
