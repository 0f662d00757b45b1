import { useEffect, useState } from 'react'
import { AppError } from '#shared/kernel/errors.ts'
import { useBusy } from '../page/use-busy.ts'
import { SavedCopy, type Saving } from './saved-copy.ts'

/** Where a working copy lies: a form's, a letter's. */
export interface CopyServer<T> {
  fetch(): Promise<{ revision: number; content: T }>
  /** @returns the new revision @throws AppError form.edit-conflict if somebody has changed it since `revision` */
  save(revision: number, content: T): Promise<number>
  isSame(one: T, other: T): boolean
}

/**
 * Saves to the server. A change whose answer was lost on the way comes back as a conflict with oneself, and is none: one of this page,
 * or the last one of a page that was closed, whose words this one goes on with.
 */
export function saverOf<T extends object>({ fetch, save, isSame }: CopyServer<T>) {
  let tried: T | undefined
  return async (revision: number, content: T): Promise<number> => {
    try {
      return await save(revision, content)
    } catch (error) {
      const isConflict = error instanceof AppError && error.messageId === 'form.edit-conflict'
      const now = isConflict ? await fetch() : undefined
      if (now && isSame(now.content, content)) return now.revision
      if (now && tried && isSame(now.content, tried)) return await save(now.revision, content)
      tried = content
      throw error
    }
  }
}

interface Opened<T> {
  revision: number
  /** What an earlier visit could not send, and this one goes on with. */
  begun?: T | undefined
  /** Called when the page was left and the server has all that was written; the same function at every drawing. */
  onLeftSaved?: () => Promise<void>
}

/** Keeps the working copy that is open saved, also when its page is put away. */
export function useWorkingCopy<T extends object>(server: CopyServer<T>, { revision, begun, onLeftSaved }: Opened<T>) {
  const [saving, setSaving] = useState<Saving>(begun ? 'waiting' : 'saved')
  const [copy] = useState(() => new SavedCopy(revision, saverOf(server), setSaving))
  useBusy(saving !== 'saved')
  useEffect(() => {
    if (begun) copy.change(begun)
  }, [begun, copy])

  // A page that is put away may never come back.
  useEffect(() => {
    const save = () => void copy.saveNow()
    const leave = async () => {
      if (!copy.isSaved && (await copy.saveNow())) await onLeftSaved?.()
    }
    const onHide = () => document.visibilityState === 'hidden' && save()
    document.addEventListener('visibilitychange', onHide)
    addEventListener('pagehide', save)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      removeEventListener('pagehide', save)
      void leave()
      copy.stop()
    }
  }, [copy, onLeftSaved])
  return { copy, saving }
}

/** What the parts around an editor need of its working copy, whatever is in it. */
export type CopyHandle = Pick<SavedCopy<object>, 'revision' | 'saveNow' | 'whenSaved' | 'drop'>
