import { z } from 'zod'
import { FilePiece, pieceLimit } from '#shared/forms/form.contract.ts'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { FileKind, FileRef, FileState, Uuid } from '#shared/kernel/fields.ts'

/*
 * The scan of an offer that was signed on paper: sent before the signature is written down, piece by piece, and read again by
 * whoever reads a child's papers.
 */

/**
 * Says that the scan of a signer's paper is coming; its pieces follow. The same again says which are missing.
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

/** One piece of it. With the last the whole is judged by its bytes. @throws AppError request.not-found, request.invalid */
export const scanPiece = endpoint({
  method: 'post',
  path: '/student/offer_scan_piece',
  audience: 'session',
  body: z.object({ student_id: Uuid, ...FilePiece.shape }),
  bodyLimit: pieceLimit,
  reply: z.object({ file: FileState }),
})

/** The bytes of a scan; nobody keeps them. @throws AppError access.denied, request.not-found */
export const scanFile = endpoint({
  method: 'post',
  path: '/student/offer_scan',
  audience: 'session',
  body: z.object({ student_id: Uuid, scanId: Uuid }),
  reply: z.object({ doc_name: z.string(), kind: FileKind, data: z.base64() }),
})
