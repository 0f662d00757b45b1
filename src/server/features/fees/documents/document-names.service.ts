import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { feeChildren } from '../fee-student.service.ts'
import { readFeeSettings } from '../setup/fee-settings.service.ts'
import { payersByIds } from '../setup/payer.service.ts'
import type { DocumentNames } from './document-names.types.ts'
import { feeDocumentNames, type feeDocuments } from './fee-document.table.ts'

type Named = Pick<typeof feeDocuments.$inferSelect, 'id' | 'payerId' | 'studentId' | 'lines'>

/** Ids of the children that a document is about. */
export const childrenIn = ({ studentId, lines }: Pick<Named, 'studentId' | 'lines'>): string[] => [
  ...new Set([...lines.flatMap((line) => line.studentId ?? []), ...(studentId === null ? [] : [studentId])]),
]

/** Keeps what papers of these documents say of people and the school: later changes are none of theirs. */
export async function keepNames(tx: Tx, schoolId: string, documents: readonly Named[]): Promise<void> {
  if (documents.length === 0) return
  const { taxNumber } = await readFeeSettings(tx, schoolId)
  const payerIds = [...new Set(documents.map(({ payerId }) => payerId))]
  const payers = new Map((await payersByIds(tx, schoolId, payerIds)).map((row) => [row.id, row]))
  const children = await feeChildren(tx, schoolId, new Set(documents.flatMap(childrenIn)))
  const rows = documents.flatMap((document) => {
    const payer = payers.get(document.payerId)
    if (!payer) return []
    const { kind, code, taxId, nationalId, nameLatin, nameArabic } = payer
    const content: DocumentNames = {
      taxNumber,
      payer: { kind, code, taxId, nationalId, nameLatin, nameArabic },
      children: childrenIn(document).flatMap((studentId) => {
        const child = children.get(studentId)
        return child ? [{ studentId, nameLatin: child.nameLatin, nameArabic: child.nameArabic }] : []
      }),
    }
    return [{ schoolId, documentId: document.id, content }]
  })
  if (rows.length > 0) await tx.insert(feeDocumentNames).values(rows)
}

/** Returns what was kept at the issue of a document; undefined for one of before, or after an erasure. */
export async function namesOf(tx: Tx, schoolId: string, documentId: string): Promise<DocumentNames | undefined> {
  const isThis = and(eq(feeDocumentNames.schoolId, schoolId), eq(feeDocumentNames.documentId, documentId))
  const [row] = await tx.select({ content: feeDocumentNames.content }).from(feeDocumentNames).where(isThis)
  return row?.content
}
