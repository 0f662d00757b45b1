import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import * as retention from '#shared/retention/retention.contract.ts'
import { addCounts, type ErasedCounts } from '#shared/retention/retention.rules.ts'

export const readRetention = (studentId: string) => ask(retention.fileRetention, { student_id: studentId })
export const holdFile = (input: z.input<typeof retention.holdFile.body>) => ask(retention.holdFile, input)
export const listDue = (after?: string) => ask(retention.filesDue, { ...(after && { after }) })
export const listEnquiriesDue = (after?: string) => ask(retention.enquiriesDue, { ...(after && { after }) })
export const eraseEnquiry = (input: z.input<typeof retention.eraseEnquiry.body>) => ask(retention.eraseEnquiry, input)
export const eraseFile = (input: z.input<typeof retention.eraseFile.body>) => ask(retention.eraseFile, input)

/** As many as the server counts at once. */
const maxCount = 25

/** What an erasure of these would reach, counted by kind; nothing is changed. */
export async function rehearseErasure(
  ids: readonly string[],
  of: 'studentIds' | 'enquiryIds' = 'studentIds',
): Promise<ErasedCounts> {
  const all: ErasedCounts[] = []
  for (let from = 0; from < ids.length; from += maxCount) {
    const { counts } = await ask(retention.rehearseErasure, { [of]: ids.slice(from, from + maxCount) })
    all.push(counts)
  }
  return addCounts(all)
}
