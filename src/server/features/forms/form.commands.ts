import { readSchool } from '#server/features/school/school.service.ts'
import {
  type CommandContext,
  type CommandHandler,
  type CommandHandlers,
  type Effect,
  type IngestedOp,
  UnfitOperation,
} from '#server/features/sync/ingest/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Submission } from '#shared/forms/form.contract.ts'
import { type Answers, filesIn, keepAsked } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition, FormPurpose } from '#shared/forms/form-definition.contract.ts'
import { formSubjects } from '#shared/forms/form-subjects.rules.ts'
import { FileRef } from '#shared/kernel/fields.ts'
import { businessDay, dayMs, fromInstant, toInstant } from '#shared/kernel/time.ts'
import { takesApplicationsOn } from '#shared/school/admission-window.rules.ts'
import { endDraftTransfer } from './drafts/draft.service.ts'
import { formVersion } from './form.service.ts'
import { submissionFiles } from './form.table.ts'
import { withPhonesInE164 } from './form-phones.rules.ts'
import { recordPeople } from './people/person.service.ts'
import type { SubmissionEffect } from './submission-effect.service.ts'
import { confirmByMail, fits, freeze } from './submissions/freeze.service.ts'
import { namesIn } from './submissions/submission-search.service.ts'

/** Body that cannot be a submission of this form: the operation is stored as invalid, and the device is informed. */
class UnfitSubmission extends RangeError {
  override name = 'UnfitSubmission'
}

/** Purpose of the forms that a command submits, and the other effects of submitting. */
interface SubmissionKind {
  purpose: FormPurpose
  effects: readonly SubmissionEffect[]
}

/**
 * Stores a submitted form: validated by the version it was filled in under, stripped of what was not asked, and frozen. Its files
 * are expected afterwards. The effects run in order, before the family is notified.
 * @throws RangeError when it does not match its form
 */
async function submit(
  tx: Tx,
  ctx: CommandContext,
  op: IngestedOp<Submission>,
  { purpose, effects }: SubmissionKind,
): Promise<Effect> {
  const { schoolId, device } = ctx
  const { body } = op
  const definition = await formVersion(tx, schoolId, body.form, body.version)
  if (definition?.purpose !== purpose) throw new UnfitSubmission('no such form')
  const { timeZone, currency, profile } = await readSchool(tx, schoolId)
  const answers = withPhonesInE164(definition, keepAsked(definition, 'public', body.answers as Answers), currency)
  const days = [ctx.nowMs, fromInstant(body.startedAt)].map((ms) => businessDay(ms, timeZone, 0))
  if (!fits(definition, answers, days)) throw new UnfitSubmission('the answers do not fit the form')
  const isAfterClosing =
    purpose === 'admission' && arrivesAfterClosing(profile.dates, { nowMs: ctx.nowMs, timeZone, op })
  const flags = [...op.flags, ...(isAfterClosing ? ['after-closing'] : []), ...(body.trap === '' ? [] : ['robot'])]
  const row = {
    schoolId,
    id: op.opId,
    slug: body.form,
    version: body.version,
    purpose,
    answers,
    language: body.language,
    channel: device.kind === 'device' ? ('kiosk' as const) : ('public' as const),
    senderId: device.deviceId,
    startedAt: body.startedAt,
    receivedAt: toInstant(ctx.nowMs),
    flags,
  }
  const reference = await freeze(tx, ctx.random, row, namesIn(definition, answers))
  await expectFiles(tx, schoolId, op.opId, definition, answers)
  const of = { schoolId, submissionId: op.opId, nowMs: ctx.nowMs, random: ctx.random }
  const personIds = await recordPeople(tx, of, formSubjects(definition, answers, currency))
  const stored = { ...of, purpose, reference, language: body.language, definition, answers, personIds }
  for (const effect of effects) await effect(tx, stored)
  await endDraftTransfer(tx, schoolId, op.opId)
  if (flags.every((flag) => flag !== 'robot'))
    await confirmByMail(tx, ctx.mail, definition, {
      slug: body.form,
      answers,
      reference,
      language: body.language,
    })
  return { flags }
}

/**
 * Returns whether an application arrives while the school takes none, although it was saved while it did, or begun then and saved
 * within a day: a form that is open when a period ends stays open.
 * @throws UnfitOperation form.closed for all others
 */
function arrivesAfterClosing(
  dates: Parameters<typeof takesApplicationsOn>[0],
  { nowMs, timeZone, op }: { nowMs: number; timeZone: string; op: IngestedOp<Submission> },
): boolean {
  const isOpenAt = (ms: number) => takesApplicationsOn(dates, businessDay(ms, timeZone, 0))
  if (isOpenAt(nowMs)) return false
  const savedMs = op.happenedMs
  if (isOpenAt(savedMs) || (isOpenAt(fromInstant(op.body.startedAt)) && isOpenAt(savedMs - dayMs))) return true
  throw new UnfitOperation('form.closed', 'the school takes no applications now')
}

async function expectFiles(tx: Tx, schoolId: string, submissionId: string, form: FormDefinition, answers: Answers) {
  const files = filesIn(form, 'public', answers)
  if (files.length === 0) return
  const rows = files.map(({ path, file }) => {
    const known = FileRef.safeParse(file)
    if (!known.success) throw new UnfitSubmission('a file is not described as it must be')
    const { fileId, ...of } = known.data
    return { schoolId, id: fileId, submissionId, path, state: 'awaited' as const, ...of }
  })
  const stored = await tx
    .insert(submissionFiles)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: submissionFiles.id })
  if (stored.length !== rows.length) throw new UnfitSubmission('a file that another submission has')
}

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
