import type { z } from 'zod'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { scanFile, scanUpload } from '#shared/admissions/offers/offer-scan.contract.ts'
import type { consentScanUpload } from '#shared/consents/consent-paper.contract.ts'
import { toBase64 } from '#shared/kernel/bytes.ts'
import { lockStudent } from '../../file/student-row.service.ts'
import { staffActor } from '../../transitions/actor.service.ts'
import { requireMayCommand } from '../../transitions/command.policy.ts'
import { announceScan, readScan } from '../offer-scan.service.ts'
import { offerToSign } from '../student-offer.service.ts'

/** Expects a scan while its paper may still be written down. @throws AppError as `scanUpload` */
export async function expectScan(
  tx: Tx,
  ctx: SessionCtx,
  { student_id: studentId, offerId, signerId, file }: z.output<typeof scanUpload.body>,
): Promise<z.input<typeof scanUpload.reply>> {
  const { schoolId } = ctx.school
  const student = await lockStudent(tx, schoolId, studentId)
  const by = staffActor(ctx)
  requireMayCommand(by.roles, 'paper-signature')
  const offer = await offerToSign(tx, by, student, { offerId, signerId })
  const of = { schoolId, studentId, offerId: offer.id, signerId, byUser: by.userId, nowMs: by.nowMs }
  return { file: await announceScan(tx, of, file) }
}

/** Expects the scan of a paper with what a family agrees to. @throws AppError as `consentScanUpload` */
export async function expectConsentScan(
  tx: Tx,
  ctx: SessionCtx,
  { student_id: studentId, scan }: z.output<typeof consentScanUpload.body>,
): Promise<z.input<typeof consentScanUpload.reply>> {
  const { schoolId } = ctx.school
  await lockStudent(tx, schoolId, studentId)
  const of = { schoolId, studentId, offerId: null, signerId: null }
  const by = { byUser: ctx.session.user.userId, nowMs: ctx.deps.clock.nowMs() }
  return { file: await announceScan(tx, { ...of, ...by }, scan) }
}

/** A scan with its bytes. @throws AppError request.not-found */
export async function showScan(
  tx: Tx,
  { school }: SessionCtx,
  { student_id, scanId }: z.output<typeof scanFile.body>,
): Promise<z.input<typeof scanFile.reply>> {
  const { name, kind, content } = await readScan(tx, school.schoolId, student_id, scanId)
  return { doc_name: name, kind, data: toBase64(content) }
}
