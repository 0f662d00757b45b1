import { consentEffects, paymentProofs, submissionEffects } from './effects.ts'
import { consentCommands } from './features/consents/consent.commands.ts'
import { faceCommands } from './features/faces/face.commands.ts'
import { formCommands } from './features/forms/form.commands.ts'
import { posCommands } from './features/pos/pos.commands.ts'
import type { CommandHandlers } from './features/sync/ingest/command.service.ts'

/** The handler of every operation, domain by domain. */
export const commandHandlers: CommandHandlers = {
  ...posCommands(paymentProofs),
  ...formCommands(submissionEffects),
  ...consentCommands(consentEffects),
  ...faceCommands,
}
