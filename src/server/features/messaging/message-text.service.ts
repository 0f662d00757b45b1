import { and, desc, eq } from 'drizzle-orm'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { type TextEvent, textEvents, type TextStatus } from '#shared/messaging/message-text.contract.ts'
import type { MessageText } from '#shared/messaging/student-message.contract.ts'
import { defaultMessages } from './default-messages.ts'
import { messageTexts } from './message.table.ts'

export interface TextInForce {
  text: MessageText
  /** 0 is the default. */
  version: number
}

type TextRow = typeof messageTexts.$inferSelect

async function versionOf(tx: Tx, schoolId: string, event: TextEvent, version?: number): Promise<TextRow | undefined> {
  const ofEvent = and(eq(messageTexts.schoolId, schoolId), eq(messageTexts.event, event))
  const [row] = await tx
    .select()
    .from(messageTexts)
    .where(version === undefined ? ofEvent : and(ofEvent, eq(messageTexts.version, version)))
    .orderBy(desc(messageTexts.version))
    .limit(1)
  return row
}

/** Returns the text for an event: the latest as of this transaction, or a given version. */
export const textFor = async (
  tx: Tx,
  schoolId: string,
  event: TextEvent,
  version?: number | null,
): Promise<TextInForce> =>
  (version === 0 ? undefined : await versionOf(tx, schoolId, event, version ?? undefined)) ?? {
    text: defaultMessages[event],
    version: 0,
  }

/** Returns whether the school's rejection template names the reason. */
export async function refusalNamesReason(tx: Tx, schoolId: string): Promise<boolean> {
  const { text } = await textFor(tx, schoolId, 'refused')
  const pieces = text.paragraphs.flatMap(({ words }) => [...words.en, ...words.ar])
  return pieces.some((piece) => 'field' in piece && piece.field === 'application.reason')
}

/** Returns the current text of every event. */
export async function textsInForce(tx: Tx, schoolId: string): Promise<TextStatus[]> {
  const rows = await tx
    .selectDistinctOn([messageTexts.event])
    .from(messageTexts)
    .where(eq(messageTexts.schoolId, schoolId))
    .orderBy(messageTexts.event, desc(messageTexts.version))
  const byEvent = new Map(rows.map((row) => [row.event, row]))
  const texts = []
  for (const event of textEvents) texts.push(await standing(tx, event, byEvent.get(event)))
  return texts
}

async function standing(tx: Tx, event: TextEvent, row: TextRow | undefined): Promise<TextStatus> {
  if (!row) return { event, words: defaultMessages[event], version: 0, isReady: true, setAt: null, setBy: null }
  const { schoolId, text, version, setAt, setBy } = row
  const people = await findPeople(tx, schoolId, [setBy])
  const name = people.get(setBy)?.name ?? { en: '–', ar: '–' }
  return {
    event,
    words: text,
    version,
    isReady: sameText(text, defaultMessages[event]),
    setAt,
    setBy: { userId: setBy, name },
  }
}

interface NewText {
  event: TextEvent
  /** Latest version when it was written. */
  seen: number
  /** Null for the default text. */
  words: MessageText | null
}

/**
 * Adds a version, unless another was added since `seen`. Repeating it as the same person always returns the earlier answer.
 * @returns whether it is new
 * @throws AppError message.text-changed
 */
export async function addText(
  tx: Tx,
  { schoolId, userId, nowMs }: { schoolId: string; userId: UserId; nowMs: number },
  { event, seen, words: own }: NewText,
): Promise<{ isNew: boolean; text: TextStatus }> {
  const words = own ?? defaultMessages[event]
  const version = seen + 1
  const isNext = (await textFor(tx, schoolId, event)).version === seen
  const row = { schoolId, event, version, text: words, setAt: toInstant(nowMs), setBy: userId }
  const [added] = isNext ? await tx.insert(messageTexts).values(row).onConflictDoNothing().returning() : []
  if (added) return { isNew: true, text: await standing(tx, event, added) }
  const other = await versionOf(tx, schoolId, event, version)
  if (other?.setBy !== userId || !sameText(other.text, words)) throw new AppError('message.text-changed')
  return { isNew: false, text: await standing(tx, event, other) }
}

/** The database keeps no order of keys. */
const sameText = (a: MessageText, b: MessageText): boolean => sorted(a) === sorted(b)
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
