import type { PaperSchool } from '#server/features/letters/templates/letter-school.service.ts'
import type { PaperNames } from '#shared/fees/family/fee-paper.contract.ts'
import type { FeeMethod } from '#shared/fees/fee-values.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Minor } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { StoredDocument } from '../documents/issue-document.service.ts'

/** Names in both scripts, as they stand on the paper. */
export interface BothNames {
  nameLatin: string | null
  nameArabic: string | null
}

export interface LetterPayer extends BothNames {
  kind: 'person' | 'company'
  code: string
  taxId: string | null
  nationalId: string | null
}

/** Money of a receipt as it was taken. */
export interface LetterPayment {
  method: FeeMethod
  receivedOn: Day
  reference: string
  provisional: string | null
  by: Bilingual | null
  /** What the payer owed right after it, in minor units. */
  openAfter: Minor
}

/** All that a paper about one document says. */
export interface LetterFacts {
  school: PaperSchool
  /** School's own address, below which documents are verified. */
  origin: string
  /** Whether the school is in Saudi Arabia, where tax documents carry a code of their own. */
  isSaudi: boolean
  /** School's tax number; empty without. */
  taxNumber: string
  document: StoredDocument
  issuedOn: Day
  names: PaperNames
  payer: LetterPayer
  children: ReadonlyMap<string, BothNames>
  /** Number of the document that it corrects or pays back. */
  corrects: string | null
  /** Of a credit note; not on a paper with first names only, since people type it. */
  reason: string | null
  /** Of a receipt. */
  payment: LetterPayment | null
}
