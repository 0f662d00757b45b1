import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { studentList } from '#shared/admissions/student.contract.ts'
import { OpId } from '#shared/kernel/fields.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'
import {
  changeMany as changeManyCall,
  checkMany as checkManyCall,
  manyMessages,
  startMany as startManyCall,
} from '#shared/messaging/bulk-message.contract.ts'
import { type LogFilter, messageLog, messageLogExport } from '#shared/messaging/message-log.contract.ts'
import {
  messageTexts,
  previewMessage,
  saveMessageText,
  type TextEvent,
} from '#shared/messaging/message-text.contract.ts'
import { decideMessage, type MessageText, studentMessages } from '#shared/messaging/student-message.contract.ts'

export const readMessages = (studentId: string) => ask(studentMessages, { student_id: studentId })
export const decideOnMessage = (input: z.input<typeof decideMessage.body>) => ask(decideMessage, input)

export type Action = z.input<typeof decideMessage.body>['deed']

export const readLog = (asked: z.input<typeof messageLog.body>) => ask(messageLog, asked)
export const exportLog = (filter: LogFilter, how: ExportHow<'messages'>) => ask(messageLogExport, { filter, ...how })
export const readTexts = () => ask(messageTexts, {})
/** @param seen the version that these words were made of; @param words null for those that come with the system */
export const saveText = async (event: TextEvent, seen: number, words: MessageText | null) =>
  (await ask(saveMessageText, { event, seen, words })).text
export const previewText = (words: MessageText, studentId: string | null) => ask(previewMessage, { words, studentId })
type BulkMessageRequest = z.input<typeof checkManyCall.body>
export type BulkMessageAction = z.input<typeof changeManyCall.body>['manyDeed']

export const readBulkMessages = () => ask(manyMessages, {})
export const checkBulkMessage = (asked: BulkMessageRequest) => ask(checkManyCall, asked)
/** @param commandId the same for every try of one press */
export const startBulkMessage = (asked: BulkMessageRequest & { commandId: string }) =>
  ask(startManyCall, { ...asked, commandId: OpId.parse(asked.commandId) })
export const changeBulkMessage = (id: string, manyDeed: BulkMessageAction) => ask(changeManyCall, { id, manyDeed })
/** What a list can be narrowed by. */
export const readKnown = async () => (await ask(studentList, { limit: 1 })).about?.known
export type BulkMessageChecked = Awaited<ReturnType<typeof checkBulkMessage>>

export type Preview = Awaited<ReturnType<typeof previewText>>
