// chunk: desk-parts
import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { fetchOrRecall } from '#client/platform/offline/last-data.ts'
import type { FormPurpose } from '#shared/forms/form-definition.contract.ts'
import { decideOnPeople, submissionPeople, undoDecision as undo } from '#shared/forms/people/person.contract.ts'
import {
  submissionDetail,
  submissionExport,
  submissionFile,
  submissionList,
} from '#shared/forms/submission.contract.ts'
import { setWorkStatus } from '#shared/forms/work-application.contract.ts'
import { fromBase64 } from '#shared/kernel/bytes.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'

/** Newest first; the first page is remembered on this device. */
export const listSubmissions = (purpose: FormPurpose | undefined, before?: string) =>
  before
    ? ask(submissionList, { ...(purpose && { purpose }), before })
    : fetchOrRecall(submissionList, purpose ? { purpose } : {})
export const exportSubmissions = (purpose: FormPurpose | undefined, how: ExportHow<'submissions'>) =>
  ask(submissionExport, { filter: { ...(purpose && { purpose }) }, ...how })
export const readSubmission = (id: string) => ask(submissionDetail, { id })
export const saveWorkStatus = (input: z.input<typeof setWorkStatus.body>) => ask(setWorkStatus, input)
export const listPeople = (submissionId: string) => ask(submissionPeople, { submissionId })
export const decideOn = (decision: 'same' | 'apart', personId: string, otherId: string) =>
  ask(decideOnPeople, { decision, personId, otherId })
export const undoDecision = (decisionId: string) => ask(undo, { decisionId })

const mimeOf = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', pdf: 'application/pdf' } as const

/** A file as the browser can show or save it. */
export async function fetchFile(submissionId: string, fileId: string): Promise<File> {
  const { name, kind, data } = await ask(submissionFile, { submissionId, fileId })
  return new File([fromBase64(data)], name, { type: mimeOf[kind] })
}
