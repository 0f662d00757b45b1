import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { documentsAt } from '#server/features/documents/document.service.ts'
import { decideOn } from '#server/features/documents/document-decide.service.ts'
import { announce, takeDocumentPiece, type Uploader } from '#server/features/documents/document-file.service.ts'
import { askFor, endLink } from '#server/features/documents/document-link.service.ts'
import { setTypes, typesOf } from '#server/features/documents/document-type.service.ts'
import { contentOf, findFiles } from '#server/features/forms/files/file-store.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import * as calls from '#shared/documents/document.contract.ts'
import * as reviewCalls from '#shared/documents/document-review.contract.ts'
import { type DocumentType, documentTypes, setDocumentTypes } from '#shared/documents/document-type.contract.ts'
import { documentExport, documentQueue } from '#shared/documents/document-work.contract.ts'
import { toBase64 } from '#shared/kernel/bytes.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Permission } from '#shared/kernel/roles.ts'
import { actorRolesIn, canSeeType } from './document-desk.policy.ts'
import { linkView } from './document-desk.view.ts'
import { readQueue } from './document-queue.service.ts'
import { exportDocuments, readWork } from './document-work.service.ts'
import { announceByLink, openByLink, pieceByLink, subjectOf } from './family-documents.service.ts'
import { itemViews, openStudent, readDocuments, todayOf } from './student-documents.service.ts'

const allow = (ctx: SessionCtx, permission: Permission) => requirePermission(ctx.session, permission)

/** Returns a type the person may see. @throws AppError request.not-found, access.denied for a restricted one */
async function readType(tx: Tx, ctx: SessionCtx, code: string): Promise<DocumentType> {
  const type = (await typesOf(tx, ctx.school.schoolId)).types.find((each) => each.code === code)
  if (!type) throw new AppError('request.not-found')
  if (!canSeeType(ctx.session, type)) throw new AppError('access.denied')
  return type
}

const uploaderOf = (ctx: SessionCtx, studentId: string): Uploader => ({
  schoolId: ctx.school.schoolId,
  studentId,
  byUser: ctx.session.user.userId,
  linkId: null,
  movers: actorRolesIn(ctx.session),
  nowMs: ctx.deps.clock.nowMs(),
  today: todayOf(ctx),
  random: ctx.deps.random,
})

type DecideRequest = z.output<typeof reviewCalls.documentDecide.body>

async function decide(tx: Tx, ctx: SessionCtx, command: DecideRequest) {
  const { schoolId } = ctx.school
  const student = await openStudent(tx, schoolId, command.student_id)
  const type = await readType(tx, ctx, command.type)
  const { movers, nowMs, today } = uploaderOf(ctx, student.id)
  await decideOn(tx, { schoolId, userId: ctx.session.user.userId, movers, nowMs, today }, type, command)
  const { items } = await itemViews(tx, ctx, student)
  const item = items.find((each) => each.type.code === command.type)
  // Not required of this student, and without any history.
  if (!item) throw new AppError('request.not-found')
  return { item }
}

async function readFile(
  tx: Tx,
  ctx: SessionCtx,
  { student_id, doc_id }: z.output<typeof reviewCalls.documentFile.body>,
) {
  const { schoolId } = ctx.school
  const document = (await documentsAt(tx, schoolId, student_id)).find(({ id }) => id === doc_id)
  if (!document) throw new AppError('request.not-found')
  const { sensitivity } = await readType(tx, ctx, document.type)
  const [file] = await findFiles(tx, schoolId, [doc_id])
  if (file?.state !== 'complete') throw new AppError('request.not-found')
  if (sensitivity === 'S3') await recordAuditEvent(tx, ctx, 'sensitive-document-read', { about: student_id, facts: {} })
  return { doc_name: file.name, kind: file.kind, data: toBase64(await contentOf(tx, schoolId, doc_id)) }
}

async function ask(
  tx: Tx,
  ctx: SessionCtx,
  { student_id: studentId, ...to }: z.output<typeof reviewCalls.documentLink.body>,
) {
  const student = await openStudent(tx, ctx.school.schoolId, studentId)
  const { isSettled } = await itemViews(tx, ctx, student)
  if (isSettled) throw new AppError('document.nothing-open')
  const link = await askFor(tx, ctx, { studentId, subject: subjectOf(student, to.language), ...to })
  return { link: linkView(link, ctx.deps.clock.nowMs()) }
}

const ofStaff: Feature = ({ clock }) => [
  route.session(documentTypes, async (ctx) => {
    allow(ctx, 'documents.see')
    return ctx.tenant((tx) => typesOf(tx, ctx.school.schoolId))
  }),
  route.session(setDocumentTypes, async (ctx, asked) => {
    allow(ctx, 'documents.manage')
    const by = { schoolId: ctx.school.schoolId, userId: ctx.session.user.userId, nowMs: clock.nowMs() }
    return ctx.tenant(async (tx) => {
      const { isRepeated, ...set } = await setTypes(tx, by, asked)
      if (!isRepeated)
        await recordAuditEvent(tx, ctx, 'document-types-set', { about: null, facts: { version: set.version } })
      return set
    })
  }),
  route.session(calls.studentDocuments, async (ctx, { student_id }) => {
    allow(ctx, 'documents.see')
    return ctx.tenant((tx) => readDocuments(tx, ctx, student_id))
  }),
  route.session(calls.documentUpload, async (ctx, { student_id, type, file }) => {
    allow(ctx, 'documents.decide')
    return ctx.tenant(async (tx) => {
      const { id } = await openStudent(tx, ctx.school.schoolId, student_id)
      return { file: await announce(tx, uploaderOf(ctx, id), await readType(tx, ctx, type), file) }
    })
  }),
  route.session(calls.documentPiece, async (ctx, { student_id, ...piece }) => {
    allow(ctx, 'documents.decide')
    return ctx.tenant(async (tx) => ({ file: await takeDocumentPiece(tx, uploaderOf(ctx, student_id), piece) }))
  }),
  route.session(reviewCalls.documentFile, async (ctx, asked) => {
    allow(ctx, 'documents.see')
    return ctx.tenant((tx) => readFile(tx, ctx, asked))
  }),
  route.session(reviewCalls.documentDecide, async (ctx, command) => {
    if (actorRolesIn(ctx.session).length === 0) throw new AppError('access.denied')
    return ctx.tenant((tx) => decide(tx, ctx, command))
  }),
  route.session(reviewCalls.documentLink, async (ctx, asked) => {
    allow(ctx, 'family.ask')
    return ctx.tenant((tx) => ask(tx, ctx, asked))
  }),
  route.session(reviewCalls.endDocumentLink, async (ctx, { student_id: studentId, id }) => {
    allow(ctx, 'family.ask')
    const of = { schoolId: ctx.school.schoolId, studentId, id, nowMs: clock.nowMs() }
    return ctx.tenant(async (tx) => ({ link: linkView(await endLink(tx, of), of.nowMs) }))
  }),
  route.session(reviewCalls.documentWork, async (ctx) => {
    allow(ctx, 'documents.see')
    return ctx.tenant((tx) => readWork(tx, ctx))
  }),
  route.session(documentQueue, async (ctx, asked) => {
    allow(ctx, 'documents.see')
    return ctx.tenant((tx) => readQueue(tx, ctx, asked))
  }),
  route.session(documentExport, (ctx, { filter, ...how }) => {
    allow(ctx, 'documents.see')
    return exportDocuments(ctx, filter.queue, how)
  }),
]

const ofFamilies: Feature = () => [
  route.open(reviewCalls.openDocuments, (ctx, { token }) => openByLink(ctx, token)),
  route.open(reviewCalls.familyUpload, async (ctx, asked) => ({ file: await announceByLink(ctx, asked) })),
  route.open(reviewCalls.familyPiece, async (ctx, asked) => ({ file: await pieceByLink(ctx, asked) })),
]

export const documentRoutes: Feature = (deps) => [...ofStaff(deps), ...ofFamilies(deps)]
