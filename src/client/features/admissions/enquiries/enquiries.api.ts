import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { fetchOrRecall } from '#client/platform/offline/last-data.ts'
import { type EnquiryFilter, enquiryList } from '#shared/admissions/enquiries/enquiry-list.contract.ts'
import { enquiryDetail } from '#shared/admissions/enquiries/enquiry.contract.ts'
import {
  type EnquiryDo,
  enquiryReplyDraft,
  enquiryUpdate,
} from '#shared/admissions/enquiries/enquiry-update.contract.ts'
import { enquiryExport, enquiryFunnel, enquiryWork } from '#shared/admissions/enquiries/enquiry-report.contract.ts'
import type { ReplyTemplate } from '#shared/admissions/enquiries/enquiry-status.rules.ts'
import type { Language, OpId } from '#shared/kernel/fields.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'

export const fetchEnquiries = (
  filter: EnquiryFilter,
  sort: z.input<typeof enquiryList.body>['sort'],
  after?: string,
): Promise<z.output<typeof enquiryList.reply>> =>
  fetchOrRecall(enquiryList, { filter, sort, limit: 100, ...(after && { after }) })
export const fetchEnquiry = (id: string) => fetchOrRecall(enquiryDetail, { id })
export const updateEnquiry = (commandId: OpId, id: string, seen: number, action: EnquiryDo) =>
  ask(enquiryUpdate, { commandId, id, seen, action })
export const draftReply = (id: string, template: ReplyTemplate, language: Language) =>
  ask(enquiryReplyDraft, { id, replyTemplate: template, language })
export const fetchFunnel = (asked: z.input<typeof enquiryFunnel.body>) => ask(enquiryFunnel, asked)
export const fetchQueues = async () => (await ask(enquiryWork, {})).queues
export const exportEnquiries = (filter: EnquiryFilter, how: ExportHow<'enquiries'>) =>
  ask(enquiryExport, { filter, ...how })
