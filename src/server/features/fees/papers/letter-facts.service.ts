import { and, eq } from 'drizzle-orm'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { paperSchool } from '#server/features/letters/templates/letter-school.service.ts'
import { type MailCtx, ownAddress } from '#server/features/mail/mail.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { PaperNames } from '#shared/fees/family/fee-paper.contract.ts'
import { sum } from '#shared/kernel/money.ts'
import { businessDay, fromInstant } from '#shared/kernel/time.ts'
import { homeCountry } from '#shared/school/home-country.rules.ts'
import { childrenIn, namesOf } from '../documents/document-names.service.ts'
import { feeDocumentNotes, feeDocuments } from '../documents/fee-document.table.ts'
import type { StoredDocument } from '../documents/issue-document.service.ts'
import { shownName } from '../family/family-fees.service.ts'
import { feeChildren, goneChild } from '../fee-student.service.ts'
import { openItems } from '../ledger/open-items.service.ts'
import { feePayments } from '../payments/fee-payment.table.ts'
import { readFeeSettings } from '../setup/fee-settings.service.ts'
import { payersByIds } from '../setup/payer.service.ts'
import type { LetterFacts, LetterPayer, LetterPayment } from './fee-letter.types.ts'

/** Reads all that a paper about a document says, as it was issued. */
export async function letterFacts(
  tx: Tx,
  ctx: MailCtx,
  document: StoredDocument,
  names: PaperNames,
): Promise<LetterFacts> {
  const { schoolId, timeZone } = ctx.school
  const kept = await namesOf(tx, schoolId, document.id)
  const payment = document.kind === 'receipt' ? await paymentOf(tx, document) : undefined
  return {
    school: await paperSchool(tx, schoolId),
    origin: ownAddress(ctx),
    isSaudi: homeCountry(document.currency) === 'SA',
    taxNumber: kept?.taxNumber ?? (await readFeeSettings(tx, schoolId)).taxNumber,
    document,
    issuedOn: businessDay(fromInstant(document.issuedAt), timeZone, 0),
    names,
    payer: kept
      ? { ...kept.payer, ...shownName(kept.payer, names) }
      : await letterPayer(tx, schoolId, document.payerId, names),
    children: kept
      ? new Map(kept.children.map((child) => [child.studentId, shownName(child, names)]))
      : await childrenOn(tx, document, names),
    corrects: await correctedNumber(tx, document),
    reason: names === 'full' ? await reasonOf(tx, document) : null,
    payment: payment ? await letterPayment(tx, document, payment) : null,
  }
}

/** Returns a payer as papers name it. */
export async function letterPayer(tx: Tx, schoolId: string, payerId: string, names: PaperNames): Promise<LetterPayer> {
  const [payer] = await payersByIds(tx, schoolId, [payerId])
  const { kind = 'person', code = '', taxId = null, nationalId = null } = payer ?? {}
  return { ...shownName(payer ?? { nameLatin: null, nameArabic: null }, names), kind, code, taxId, nationalId }
}

async function childrenOn(tx: Tx, document: StoredDocument, names: PaperNames) {
  const ids = childrenIn(document)
  const children = await feeChildren(tx, document.schoolId, ids)
  return new Map(ids.map((id) => [id, shownName(children.get(id) ?? goneChild(id), names)]))
}

/** Number of the invoice that a credit note corrects, or of the receipt that a refund pays back. */
async function correctedNumber(tx: Tx, { schoolId, kind, corrects }: StoredDocument): Promise<string | null> {
  if (corrects === null) return null
  const isPayment = kind === 'refund'
  const [row] = isPayment
    ? await tx
        .select({ number: feeDocuments.number })
        .from(feePayments)
        .innerJoin(
          feeDocuments,
          and(eq(feeDocuments.schoolId, feePayments.schoolId), eq(feeDocuments.id, feePayments.documentId)),
        )
        .where(and(eq(feePayments.schoolId, schoolId), eq(feePayments.id, corrects)))
    : await tx
        .select({ number: feeDocuments.number })
        .from(feeDocuments)
        .where(and(eq(feeDocuments.schoolId, schoolId), eq(feeDocuments.id, corrects)))
  return row?.number ?? null
}

async function reasonOf(tx: Tx, { schoolId, id }: StoredDocument): Promise<string | null> {
  const [note] = await tx
    .select({ reason: feeDocumentNotes.reason })
    .from(feeDocumentNotes)
    .where(and(eq(feeDocumentNotes.schoolId, schoolId), eq(feeDocumentNotes.documentId, id)))
  return note?.reason ?? null
}

async function paymentOf(tx: Tx, { schoolId, id }: StoredDocument) {
  const [row] = await tx
    .select()
    .from(feePayments)
    .where(and(eq(feePayments.schoolId, schoolId), eq(feePayments.documentId, id)))
  return row
}

async function letterPayment(
  tx: Tx,
  { schoolId, payerId, issuedAt }: StoredDocument,
  { method, receivedOn, reference, provisional, byUser, openAfter }: typeof feePayments.$inferSelect,
): Promise<LetterPayment> {
  const person = byUser && (await findPeople(tx, schoolId, [byUser])).get(byUser)
  const by = person ? person.name : null
  // Receipts of older releases have none stored.
  const owed = openAfter === null ? await openItems(tx, schoolId, { payerId }, issuedAt) : []
  const still = openAfter ?? sum(owed.map(({ open }) => open))
  return { method, receivedOn, reference, provisional, by, openAfter: still }
}
