import type { z } from 'zod'
import { checklistFor } from '#server/features/documents/document.service.ts'
import { announce, takeDocumentPiece, type Uploader } from '#server/features/documents/document-file.service.ts'
import { filesAndActions } from '#server/features/documents/document-file-list.service.ts'
import { documentLink, type LinkRow, recordOpening } from '#server/features/documents/document-link.service.ts'
import { openLink } from '#server/features/identity/access-links/access-link.service.ts'
import type { StudentFacts } from '#server/features/students/student-facts.service.ts'
import type { OpenCtx } from '#server/http/context.ts'
import { openForFamily } from '#shared/documents/document-checklist.rules.ts'
import type { familyPiece, familyUpload, openDocuments } from '#shared/documents/document-review.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { FileState } from '#shared/kernel/fields.ts'
import { placeFacts } from '../transitions/message-facts.service.ts'
import { familyItem } from './document-desk.view.ts'
import { findStudent, todayOf } from './student-documents.service.ts'

/** Returns the student's name for a family, in the language of its link. */
export const subjectOf = ({ nameLatin, nameArabic, reference }: StudentFacts, language: LinkRow['language']): string =>
  (language === 'ar' ? (nameArabic ?? nameLatin) : (nameLatin ?? nameArabic)) ?? reference

/** Opens the page of still required documents, with reasons for rejected files. @throws AppError link.over, request.too-many */
export const openByLink = (ctx: OpenCtx, token: string): Promise<z.input<typeof openDocuments.reply>> =>
  openLink(ctx, documentLink, token, async (tx, link) => {
    const { schoolId, studentId, guardian, language } = link
    const student = await findStudent(tx, schoolId, studentId)
    const { items } = await checklistFor(tx, student, todayOf(ctx))
    const { actions } = await filesAndActions(tx, schoolId, studentId)
    await recordOpening(tx, link, ctx.deps.clock.nowMs())
    const open = openForFamily(items).map((item) => familyItem(item, actions))
    const waitingPlace = await placeFacts(tx, student)
    return { guardian, subject: subjectOf(student, language), waitingPlace, items: open }
  })

const uploaderOf = (ctx: OpenCtx, { schoolId, studentId, id }: LinkRow): Uploader => ({
  schoolId,
  studentId,
  byUser: null,
  linkId: id,
  movers: ['family'],
  nowMs: ctx.deps.clock.nowMs(),
  today: todayOf(ctx),
  random: ctx.deps.random,
})

/** Announces a file; only required documents can be sent. @throws AppError link.over, and refusals of `announce` */
export const announceByLink = (
  ctx: OpenCtx,
  { token, type, file }: z.output<typeof familyUpload.body>,
): Promise<FileState> =>
  openLink(ctx, documentLink, token, async (tx, link) => {
    const student = await findStudent(tx, link.schoolId, link.studentId)
    const { items } = await checklistFor(tx, student, todayOf(ctx))
    const asked = items.find((item) => item.type.code === type && item.isAsked)
    if (!asked) throw new AppError('document.no-such-step')
    return announce(tx, uploaderOf(ctx, link), asked.type, file)
  })

export const pieceByLink = (ctx: OpenCtx, { token, ...piece }: z.output<typeof familyPiece.body>): Promise<FileState> =>
  openLink(ctx, documentLink, token, (tx, link) => takeDocumentPiece(tx, uploaderOf(ctx, link), piece))
