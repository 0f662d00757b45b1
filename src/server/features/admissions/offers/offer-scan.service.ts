import { and, count, eq, isNull } from 'drizzle-orm'
import {
  contentOf,
  expectFile,
  type FileRow,
  findFiles,
  lockFile,
  stateOf,
  takePiece,
} from '#server/features/forms/files/file-store.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { scanBytes } from '#shared/admissions/offers/offer-scan.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { FileRef, FileState } from '#shared/kernel/fields.ts'
import { hasActiveParts } from '#shared/kernel/file-kind.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { offerScans } from './offer-scan.table.ts'

/** A paper takes one scan; some more for those that came out badly. */
const maxScans = 20

/** Whose paper it is: of an offer that somebody signed, or with what a family agrees to. */
interface OfPaper {
  schoolId: string
  studentId: string
  offerId: string | null
  signerId: string | null
}

/**
 * Expects the scan of a paper that somebody has signed. The same file again is told which pieces are missing.
 * @throws AppError document.too-large, document.too-many, request.invalid where the file's id is another's
 */
export async function announceScan(
  tx: Tx,
  { byUser, nowMs, ...of }: OfPaper & { byUser: UserId; nowMs: number },
  file: FileRef,
): Promise<FileState> {
  const { schoolId, studentId, signerId } = of
  if (file.bytes > scanBytes) throw new AppError('document.too-large', { field: 'file' })
  const known = await findScan(tx, schoolId, file.fileId)
  if (!known) {
    const isThis = and(
      eq(offerScans.schoolId, schoolId),
      eq(offerScans.studentId, studentId),
      signerId === null ? isNull(offerScans.signerId) : eq(offerScans.signerId, signerId),
    )
    const [sent] = await tx.select({ number: count() }).from(offerScans).where(isThis)
    if ((sent?.number ?? 0) >= maxScans) throw new AppError('document.too-many')
    if (!(await expectFile(tx, schoolId, file, 'offer-scan'))) throw commandIdTaken()
    await tx.insert(offerScans).values({ ...of, id: file.fileId, byUser, addedAt: toInstant(nowMs) })
  } else if (known.signerId !== signerId || known.studentId !== studentId) throw commandIdTaken()
  const [row] = await findFiles(tx, schoolId, [file.fileId])
  if (!row || row.sha256 !== file.sha256 || row.bytes !== file.bytes) throw commandIdTaken()
  return stateOf(tx, row)
}

const commandIdTaken = () => new AppError('request.invalid', { field: 'file' })

/** One piece of a scan of this student. @throws AppError request.not-found, request.invalid */
export async function takeScanPiece(
  tx: Tx,
  { schoolId, studentId, nowMs }: { schoolId: string; studentId: string; nowMs: number },
  piece: { fileId: string; no: number; data: string },
): Promise<FileState> {
  const isHere = (await findScan(tx, schoolId, piece.fileId))?.studentId === studentId
  const file = isHere ? await lockFile(tx, schoolId, piece.fileId) : undefined
  if (!file) throw new AppError('request.not-found')
  return takePiece(tx, file, piece, nowMs, (content) => !hasActiveParts(file.kind, content))
}

/** That this scan shows this signature, and arrived whole. @throws AppError offer.scan-missing */
export async function requireScan(
  tx: Tx,
  { schoolId, offerId, signerId }: { schoolId: string; offerId: string; signerId: string },
  scanId: string | undefined,
): Promise<FileRow> {
  const scan = scanId === undefined ? undefined : await findScan(tx, schoolId, scanId)
  return requireWhole(tx, schoolId, scan?.offerId === offerId && scan.signerId === signerId ? scan : undefined)
}

/** That this scan is a paper with what this student's family agrees to, and arrived whole. @throws AppError offer.scan-missing */
export async function requireConsentScan(
  tx: Tx,
  { schoolId, studentId }: { schoolId: string; studentId: string },
  scanId: string,
): Promise<FileRow> {
  const scan = await findScan(tx, schoolId, scanId)
  return requireWhole(tx, schoolId, scan?.studentId === studentId && scan.offerId === null ? scan : undefined)
}

async function requireWhole(tx: Tx, schoolId: string, scan: { id: string } | undefined): Promise<FileRow> {
  const [file] = scan ? await findFiles(tx, schoolId, [scan.id]) : []
  if (file?.state !== 'complete') throw new AppError('offer.scan-missing', { field: 'change.scanId' })
  return file
}

/** A scan of this student with all its bytes. @throws AppError request.not-found */
export async function readScan(tx: Tx, schoolId: string, studentId: string, scanId: string) {
  const isHere = (await findScan(tx, schoolId, scanId))?.studentId === studentId
  const [file] = isHere ? await findFiles(tx, schoolId, [scanId]) : []
  if (file?.state !== 'complete') throw new AppError('request.not-found')
  return { name: file.name, kind: file.kind, content: await contentOf(tx, schoolId, scanId) }
}

async function findScan(tx: Tx, schoolId: string, id: string) {
  const [scan] = await tx
    .select()
    .from(offerScans)
    .where(and(eq(offerScans.schoolId, schoolId), eq(offerScans.id, id)))
  return scan
}
