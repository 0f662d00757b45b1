import type { SubmissionEffect } from '#server/features/forms/submission-effect.service.ts'
import { tellPrograms } from '#server/features/programs/webhooks/tell-programs.service.ts'

/** Tells other programs of enquiries and applications. Of an application for work nobody is told. */
export const tellOfSubmission: SubmissionEffect = async (tx, submission) => {
  const { purpose, submissionId } = submission
  if (purpose === 'enquiry') await tellPrograms(tx, submission, 'enquiry.received', { submissionId })
  if (purpose === 'admission') await tellPrograms(tx, submission, 'application.submitted', { submissionId })
}
