import { z } from 'zod'
import { endpoint, FileReply } from '#shared/kernel/endpoint.ts'
import { DayInput, Language, Uuid } from '#shared/kernel/fields.ts'

/** Whose names stand in a paper: in full, or first names alone for who has only a link. */
export const paperNames = ['full', 'first'] as const
export type PaperNames = (typeof paperNames)[number]

/**
 * Returns an invoice, credit note, receipt or refund as PDF in both languages: the same bytes whenever it is asked for.
 * @throws AppError access.denied, request.not-found, letter.not-made, letter.differs
 */
export const feePaper = endpoint({
  method: 'post',
  path: '/fees/paper',
  audience: 'session',
  body: z.object({ documentId: Uuid }),
  reply: FileReply,
  isFile: true,
})

/** Returns the statement of a payer as of a day as PDF. @throws AppError access.denied, request.not-found, letter.not-made */
export const feeStatement = endpoint({
  method: 'post',
  path: '/fees/statement',
  audience: 'session',
  body: z.object({ payerId: Uuid, asOf: DayInput, language: Language }),
  reply: FileReply,
  isFile: true,
})
