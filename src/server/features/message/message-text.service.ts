import { and, desc, eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { MessageText } from '#shared/contract/student-message.ts'
import type { MessageEvent } from '#shared/rules/student-message.rules.ts'
import { messageTexts } from './message.table.ts'
import { readyTexts } from './ready-texts.ts'

export interface TextInForce {
  text: MessageText
  /** 0 is ours. */
  version: number
}

/** The words for an event as of this transaction. */
export async function textFor(tx: Tx, schoolId: string, event: MessageEvent): Promise<TextInForce> {
  const [row] = await tx
    .select({ text: messageTexts.text, version: messageTexts.version })
    .from(messageTexts)
    .where(and(eq(messageTexts.schoolId, schoolId), eq(messageTexts.event, event)))
    .orderBy(desc(messageTexts.version))
    .limit(1)
  return row ?? { text: readyTexts[event], version: 0 }
}
