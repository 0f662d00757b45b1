// chunk: desk-parts
import { AppError } from '#shared/kernel/errors.ts'
import type { EditDraft, EditDrafts } from './edit-drafts.ts'

/** Drafts of the person who is signed in. */
interface Opened {
  userId: string
  drafts: EditDrafts
  /** Deletes the drafts of everybody on this device, with their key. */
  forget: () => Promise<void>
}

interface Surroundings {
  /** @returns undefined while nobody is signed in */
  open: () => Promise<Opened | undefined>
  /** Tells the person that an edit could not be read. @returns whether to try again; false to go on without the edit */
  shouldReadAgain: () => Promise<boolean>
  pause: (ms: number) => Promise<void>
}

/** Edits of the person who is signed in that the server does not have, each by its name. */
export interface KeptEdits {
  /** @returns whether the edit is durable on this device; false for a storage that is full or refused */
  keep: (name: string, content: object) => Promise<boolean>
  /**
   * Reads what an earlier visit could not send; undefined where nothing is kept. What can't be read is tried again, and is left
   * alone only when the person says so. Nothing is kept or deleted meanwhile, so that no edit replaces one that is not read yet.
   *
   * @param parse returns undefined for what this release does not understand: that could not be read either
   * @throws AppError auth.session-required while nobody is signed in
   */
  read: <T>(name: string, parse: (draft: EditDraft) => T | undefined) => Promise<T | undefined>
  /** Deletes an edit; one that can't be deleted is offered again at the next visit. */
  drop: (name: string) => Promise<void>
  /**
   * Deletes all of them. @param mayDelete asked first where something would be lost, or where that can't be found out
   * @returns whether they may go
   */
  clear: (mayDelete: () => boolean) => Promise<boolean>
}

/** Before the person is told: a storage that is busy or just starting answers after a moment. */
const retryDelaysMs = [100, 500]

/** Opens the kept edits; all calls run one after the other, so that what is dropped after it was kept is gone. */
export function keptEdits({ open, shouldReadAgain, pause }: Surroundings): KeptEdits {
  let last: Promise<unknown> = Promise.resolve()

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }

  async function readOnce<T>(name: string, parse: (draft: EditDraft) => T | undefined) {
    const opened = await open()
    if (!opened) throw new AppError('auth.session-required')
    const draft = await opened.drafts.of(opened.userId, name)
    const parsed = draft && parse(draft)
    if (draft && parsed === undefined) throw new Error(`kept edit of another form: ${name}`)
    return parsed
  }

  async function readInTurn<T>(name: string, parse: (draft: EditDraft) => T | undefined) {
    for (let tries = 0; ; tries += 1) {
      try {
        return await readOnce(name, parse)
      } catch (error) {
        if (error instanceof AppError) throw error
        const delayMs = retryDelaysMs[tries]
        if (delayMs !== undefined) await pause(delayMs)
        else if (await shouldReadAgain()) tries = -1
        else return undefined
      }
    }
  }

  return {
    keep: (name, content) =>
      inTurn(async () => {
        const opened = await open()
        await opened?.drafts.keep(opened.userId, name, content)
        return opened !== undefined
      }).catch(() => false),
    read: (name, parse) => inTurn(() => readInTurn(name, parse)),
    drop: (name) =>
      inTurn(async () => {
        const opened = await open()
        await opened?.drafts.drop(opened.userId, name)
      }).catch(() => undefined),
    clear: (mayDelete) =>
      inTurn(async () => {
        const opened = await open()
        if (!opened) return true
        const isUnsaved = await opened.drafts.hasAny(opened.userId).catch(() => true)
        if (isUnsaved && !mayDelete()) return false
        await opened.forget().catch(() => undefined)
        return true
      }),
  }
}
