import type { z } from 'zod'
import { saveFile } from '#client/platform/files/save-file.ts'
import { ask } from '#client/platform/http.ts'
import { fetchOrRecall } from '#client/platform/offline/last-data.ts'
import {
  changeLetterJob,
  checkLetterJob,
  type LetterJobKind,
  letterJobFile,
  letterJobs,
  startLetterJob,
} from '#shared/admissions/letter-job.contract.ts'
import { type StudentFilter, studentList } from '#shared/admissions/student.contract.ts'
import { OpId } from '#shared/kernel/fields.ts'

export interface JobRequest {
  kind: LetterJobKind
  whom: { filter: StudentFilter }
}

export const readJobs = () => fetchOrRecall(letterJobs, {})
export const checkJob = (asked: JobRequest) => ask(checkLetterJob, asked)
/** @param commandId the same for every try of one press */
export const startJob = (asked: JobRequest, commandId: string) =>
  ask(startLetterJob, { ...asked, commandId: OpId.parse(commandId) })
export const changeJob = (id: string, isRunning: boolean) => ask(changeLetterJob, { id, isRunning })
export type JobFileKind = z.output<typeof letterJobFile.body>['as']
/** @param leavesOut without the letters that can't be made, of which the refusal has told */
export const saveJob = async (id: string, as: JobFileKind, leavesOut: boolean): Promise<void> =>
  saveFile(await ask(letterJobFile, { id, as, leavesOut }))
/** What a list can be narrowed by. */
export const readKnown = async () => (await ask(studentList, { limit: 1 })).about?.known

export type JobChecked = Awaited<ReturnType<typeof checkJob>>
export type MissingValue = JobChecked['lacking'][number]
