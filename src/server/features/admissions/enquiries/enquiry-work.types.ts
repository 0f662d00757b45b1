import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { EnquiryDo } from '#shared/admissions/enquiries/enquiry-update.contract.ts'
import type { EventFacts } from './enquiry.table.ts'
import type { StoredEnquiry } from './enquiry-query.service.ts'
import type { CaseChange, NewEvent } from './enquiry-state.service.ts'
import type { EnquiryWriter } from './enquiry-writer.service.ts'

/** A command about a locked enquiry. */
export interface EnquiryWork<Do extends EnquiryDo['do'] = EnquiryDo['do']> {
  tx: Tx
  ctx: SessionCtx
  writer: EnquiryWriter
  enquiry: StoredEnquiry
  commandId: string
  nowMs: number
  action: Extract<EnquiryDo, { do: Do }>
}

/** What a command has done: its event, and the new state of the enquiry. */
export interface EnquiryDone {
  kind: NewEvent['kind']
  facts: EventFacts
  change: CaseChange
  path?: string
  studentIds?: readonly string[]
}
