import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { messageLog } from '#shared/contract/message-log.ts'
import { messageTexts, previewMessage, saveMessageText } from '#shared/contract/message-text.ts'
import { search } from '#shared/contract/search.ts'
import { decideMessage, type MessageText, studentMessages } from '#shared/contract/student-message.ts'
import type { MessageEvent } from '#shared/rules/student-message.rules.ts'

export const readMessages = (studentId: string) => ask(studentMessages, { student_id: studentId })
export const decideOnMessage = (input: z.input<typeof decideMessage.body>) => ask(decideMessage, input)

export type Deed = z.input<typeof decideMessage.body>['deed']

export const readLog = (asked: z.input<typeof messageLog.body>) => ask(messageLog, asked)
export const readTexts = () => ask(messageTexts, {})
/** @param seen the version that these words were made of; @param words null for those that come with the system */
export const saveText = async (event: MessageEvent, seen: number, words: MessageText | null) =>
  (await ask(saveMessageText, { event, seen, words })).text
export const previewText = (words: MessageText, studentId: string | null) => ask(previewMessage, { words, studentId })
export const findChildren = async (text: string) => (await ask(search, { text })).students

export type LogPage = Awaited<ReturnType<typeof readLog>>
export type Preview = Awaited<ReturnType<typeof previewText>>
export type FoundChild = Awaited<ReturnType<typeof findChildren>>[number]
