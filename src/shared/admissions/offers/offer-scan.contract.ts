import { z } from 'zod'
import { FilePiece, pieceLimit } from '#shared/forms/form.contract.ts'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { FileKind, FileRef, FileState, Uuid } from '#shared/kernel/fields.ts'

/*
 * The scan of an offer signed on paper: uploaded in pieces before the signature is recorded, and readable by everyone
 * permitted to read the child's documents.
 */

/**
 * Announces the scan of a signer's paper; its pieces follow. Repeating it returns the missing pieces.
 * @throws AppError access.denied, request.not-found, request.invalid, offer.over, offer.paused, document.too-large,
 * document.too-many
 */
export const scanUpload = endpoint({
  method: 'post',
  path: '/student/offer_scan_upload',
  audience: 'session',
  body: z.object({ student_id: Uuid, offerId: Uuid, signerId: Uuid, file: FileRef }),
  reply: z.object({ file: FileState }),
})

/**
 * Uploads one piece. The last one triggers the check of the whole file's bytes. @throws AppError request.not-found,
 * request.invalid
 */
export const scanPiece = endpoint({
  method: 'post',
  path: '/student/offer_scan_piece',
  audience: 'session',
  body: z.object({ student_id: Uuid, ...FilePiece.shape }),
  bodyLimit: pieceLimit,
  reply: z.object({ file: FileState }),
})

/** Returns the bytes of a scan; clients do not cache them. @throws AppError access.denied, request.not-found */
export const scanFile = endpoint({
  method: 'post',
  path: '/student/offer_scan',
  audience: 'session',
  body: z.object({ student_id: Uuid, scanId: Uuid }),
  reply: z.object({ doc_name: z.string(), kind: FileKind, data: z.base64() }),
})
