import { z } from 'zod'
import { Colleague } from '#shared/identity/colleague.contract.ts'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { DayInput, FileRef, FileState, Instant, Language, Uuid } from '#shared/kernel/fields.ts'
import { ConsentAnswer, ConsentWording } from './consent.contract.ts'

/*
 * Consent of a family that answers on paper: written down by staff (`paper-consent` of student-change.ts), and from then on the
 * same as what is answered by link.
 */

/** What a paper says. What stands on it with neither yes nor no is left out. */
export const PaperConsent = z.object({
  /** Who has answered, as `studentConsents` names them. */
  guardian: z.object({ name: z.string().max(160), email: z.string().max(254) }),
  answers: z.array(ConsentAnswer).min(1).max(30),
  /** The day that stands on it. */
  on: DayInput,
  /** Its scan (`consentScanUpload`); nobody agrees to faces without. */
  scanId: Uuid.nullable(),
  /** The last decision of this guardian that the person who writes it down has seen; null where there was none. */
  seen: Uuid.nullable(),
})
export type PaperConsent = z.infer<typeof PaperConsent>

/**
 * Who may be asked about a child, how each stands by all that was decided, and what there is to decide; about faces only once there
 * is an account that pays by them. @throws AppError access.denied, request.not-found
 */
export const studentConsents = endpoint({
  method: 'post',
  path: '/student/consents',
  audience: 'session',
  body: z.object({ student_id: Uuid }),
  reply: z.object({
    wordings: z.array(ConsentWording),
    people: z.array(
      z.object({
        /** As they were asked: by this a paper says whose it is. */
        name: z.string(),
        /** In each script, as far as it is known; one of them is `name`. */
        nameLatin: z.string().nullable(),
        nameArabic: z.string().nullable(),
        /** Empty where none is known. */
        email: z.string(),
        language: Language,
        /** Only their yes counts for faces. */
        maySign: z.boolean(),
        lastActId: Uuid.nullable(),
        standing: z.array(ConsentAnswer.extend({ decidedAt: Instant })),
        /** What was written down for them, the latest first. */
        papers: z.array(z.object({ id: Uuid, at: Instant, by: Colleague, scanId: Uuid.nullable() })),
      }),
    ),
  }),
})

/**
 * Says that the scan of such a paper is coming; its pieces follow by `scanPiece`. The same again says which are missing.
 * @throws AppError access.denied, request.not-found, request.invalid, document.too-large, document.too-many
 */
export const consentScanUpload = endpoint({
  method: 'post',
  path: '/student/consent_scan_upload',
  audience: 'session',
  body: z.object({ student_id: Uuid, scan: FileRef }),
  reply: z.object({ file: FileState }),
})
