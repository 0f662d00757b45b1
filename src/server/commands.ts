import { linkInvitedApplication } from './features/admissions/enquiries/enquiry-effect.service.ts'
import type { ConsentEffect } from './features/consents/consent-effect.service.ts'
import { consentCommands } from './features/consents/consent.commands.ts'
import { holdCharges } from './features/faces/charges/charges.service.ts'
import { faceProofs } from './features/faces/charges/sale-proof.service.ts'
import { faceCommands } from './features/faces/face.commands.ts'
import { consentDecided } from './features/faces/face.service.ts'
import { formCommands } from './features/forms/form.commands.ts'
import type { SubmissionEffect } from './features/forms/submission-effect.service.ts'
import { posCommands } from './features/pos/pos.commands.ts'
import type { PaymentProofs } from './features/pos/sales/payment-proof.service.ts'
import { addApplication } from './features/students/application.service.ts'
import { tellOfSubmission } from './features/students/tell-of-submission.service.ts'
import type { CommandHandlers } from './features/sync/ingest/command.service.ts'

/*
 * Additions of higher domains to what lower ones do, since a domain imports only from those below it. `app.ts` and `commands.ts`
 * pass them in.
 */

const paymentProofs: PaymentProofs = { check: faceProofs, hold: holdCharges }

/** Effects of a stored submission, in the order in which they run. */
const submissionEffects: readonly SubmissionEffect[] = [addApplication, linkInvitedApplication, tellOfSubmission]

/** Effects of a guardian's answers that count, in the order in which they run. */
export const consentEffects: readonly ConsentEffect[] = [consentDecided]

/** The handler of every operation, domain by domain. */
export const commandHandlers: CommandHandlers = {
  ...posCommands(paymentProofs),
  ...formCommands(submissionEffects),
  ...consentCommands(consentEffects),
  ...faceCommands,
}
