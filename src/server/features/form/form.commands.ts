import type { CommandContext, CommandHandler, CommandHandlers, TakenOp } from '#server/features/sync/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Submission } from '#shared/contract/form.ts'
import type { FormPurpose } from '#shared/contract/form-definition.ts'
import { handIn } from './hand-in.ts'

const handsIn = (purpose: FormPurpose): CommandHandler<Submission> => ({
  inRuns: false,
  apply: (tx: Tx, ctx: CommandContext, ops: readonly TakenOp<Submission>[]) =>
    ops.reduce(
      async (done, op) => [...(await done), await handIn(tx, ctx, op, purpose)],
      Promise.resolve<Awaited<ReturnType<typeof handIn>>[]>([]),
    ),
})

/** What handing in a form does here. The names are for ever. */
export const formCommands: Pick<CommandHandlers, 'enquiry.submit' | 'admission.submit' | 'hr.apply'> = {
  'enquiry.submit': handsIn('enquiry'),
  'admission.submit': handsIn('admission'),
  'hr.apply': handsIn('hr'),
}
