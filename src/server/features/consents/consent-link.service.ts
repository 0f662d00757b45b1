import type { IssuedRow } from '#server/features/letters/issue/issue-letter.service.ts'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { ConsentPage } from '#shared/consents/consent.contract.ts'
import type { AppError } from '#shared/kernel/errors.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'

/** Request opened by a guardian's link. */
export interface LinkedRequest {
  readonly id: string
  readonly customerId: CustomerId | null
  readonly maySign: boolean
  readonly purposes: readonly string[]
}

/** Pupil's face as a guardian's link shows it; passed to `consentRoutes`. */
export interface FaceByLink {
  /** Returns what the page of the link says about the pupil's face. */
  read(
    tx: Tx,
    ctx: Pick<OpenCtx, 'school' | 'deps'>,
    request: LinkedRequest,
  ): Promise<Pick<ConsentPage, 'face' | 'faceClosed' | 'faceDeleted'>>
  /**
   * Issues the certificate of a face that this guardian's decision deleted.
   * @throws AppError letter.incomplete while a device may still have a copy
   */
  certify(tx: Tx, ctx: OpenCtx, request: LinkedRequest): Promise<IssuedRow | AppError>
}

/** Check that refuses requests about an unknown or erased submission. @throws AppError request.not-found, student.erased */
export type SubmissionCheck = (tx: Tx, schoolId: string, submissionId: string) => Promise<void>
