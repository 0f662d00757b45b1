import type { ConsentEffect } from './features/consents/consent-effect.service.ts'
import { recordFormFile } from './features/documents/document-form.service.ts'
import { holdCharges } from './features/faces/charges/charges.service.ts'
import { faceProofs } from './features/faces/charges/sale-proof.service.ts'
import { consentDecided } from './features/faces/face.service.ts'
import type { OnReceived } from './features/forms/files/file.service.ts'
import type { SubmissionEffect } from './features/forms/submission-effect.service.ts'
import type { PaymentProofs } from './features/pos/sales/payment-proof.service.ts'
import { addApplication } from './features/students/application.service.ts'

/*
 * Additions of higher domains to what lower ones do, since a domain imports only from those below it. `app.ts` and `commands.ts`
 * pass them in.
 */

export const paymentProofs: PaymentProofs = { check: faceProofs, hold: holdCharges }

/** Effects of a stored submission, in the order in which they run. */
export const submissionEffects: readonly SubmissionEffect[] = [addApplication]

/** Effects of a guardian's answers that count, in the order in which they run. */
export const consentEffects: readonly ConsentEffect[] = [consentDecided]

export const formFileReceived: OnReceived = recordFormFile
