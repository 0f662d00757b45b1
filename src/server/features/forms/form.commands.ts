import type {
  CommandContext,
  CommandHandler,
  CommandHandlers,
  IngestedOp,
} from '#server/features/sync/ingest/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Submission } from '#shared/forms/form.contract.ts'
import type { FormPurpose } from '#shared/forms/form-definition.contract.ts'
import type { SubmissionEffect } from './submission-effect.service.ts'
import { submit } from './submit.ts'

const submits = (purpose: FormPurpose, effects: readonly SubmissionEffect[]): CommandHandler<Submission> => ({
  inRuns: false,
  apply: (tx: Tx, ctx: CommandContext, ops: readonly IngestedOp<Submission>[]) =>
    ops.reduce(
      async (done, op) => [...(await done), await submit(tx, ctx, op, { purpose, effects })],
      Promise.resolve<Awaited<ReturnType<typeof submit>>[]>([]),
    ),
})

type FormCommands = Pick<CommandHandlers, 'enquiry.submit' | 'admission.submit' | 'hr.apply'>

/** The handlers of submitted forms. Their names are permanent. */
export const formCommands = (effects: readonly SubmissionEffect[]): FormCommands => ({
  'enquiry.submit': submits('enquiry', effects),
  'admission.submit': submits('admission', effects),
  'hr.apply': submits('hr', effects),
})
