import type { Tx } from '#server/kernel/db.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition, FormPurpose } from '#shared/forms/form-definition.contract.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { Random } from '#shared/kernel/ids.ts'

/** Submission just stored, with the version of the form it was validated by. */
export interface StoredSubmission {
  readonly schoolId: string
  readonly submissionId: string
  readonly purpose: FormPurpose
  readonly reference: string
  readonly language: Language
  readonly definition: FormDefinition
  /** Only answers that the form asks for. */
  readonly answers: Answers
  /** People recorded from it, in the form's order. */
  readonly personIds: readonly string[]
  readonly nowMs: number
  readonly random: Random
}

/** Effect of a submission in the transaction that stores it; passed to `formCommands`. */
export type SubmissionEffect = (tx: Tx, submission: StoredSubmission) => Promise<void>
