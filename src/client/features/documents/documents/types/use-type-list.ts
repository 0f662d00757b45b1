import { useState } from 'react'
import { messageIdOf } from '#client/platform/refused.ts'
import { useCommandId } from '#client/platform/use-command.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import type { DocumentType, TypeSet } from '#shared/documents/document-type.contract.ts'
import { saveTypes } from '../document-desk.api.ts'
import { movedType } from './type-draft.ts'

/** What came of a change of the list: a paper that students have brought stays on it, asked of nobody. */
export type ListDone = 'saved' | 'retired'

/** Puts the list of papers in another order, and takes papers off it. */
export function useTypeList(set: TypeSet, again: () => void) {
  const [done, setDone] = useState<ListDone>()
  const { idOf } = useCommandId()
  const { mutate, isPending, error } = useMutation(
    (change: () => Promise<ListDone>) => {
      setDone(undefined)
      return change()
    },
    { onSuccess: setDone, onSettled: again },
  )
  const save = (types: DocumentType[]) => {
    const list = { seen: set.version, types }
    return saveTypes({ ...list, commandId: idOf(list) })
  }
  return {
    isPending,
    error,
    done,
    move: (code: string, by: -1 | 1) =>
      mutate(async () => {
        await save(movedType(set.types, code, by))
        return 'saved'
      }),
    remove: (code: string) =>
      mutate(async () => {
        try {
          await save(set.types.filter((type) => type.code !== code))
          return 'saved'
        } catch (thrown) {
          if (messageIdOf(thrown) !== 'request.invalid') throw thrown
          await save(set.types.map((type) => (type.code === code ? { ...type, asked: [] } : type)))
          return 'retired'
        }
      }),
  }
}
