import { useState } from 'react'
import { messageIdOf } from '#client/platform/use-answer.ts'
import type { DocumentType, TypeSet } from '#shared/documents/document-type.contract.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { saveTypes } from '../document-desk.api.ts'
import { useListCommand } from '../hooks/use-list-command.ts'
import { movedType } from './type-draft.ts'

/** What came of a change of the list: a paper that students have brought stays on it, asked of nobody. */
export type ListDone = 'saved' | 'retired'

/** Puts the list of papers in another order, and takes papers off it. */
export function useTypeList(set: TypeSet, again: () => void) {
  const [isWorking, setWorking] = useState(false)
  const [failure, setFailure] = useState<MessageId>()
  const [done, setDone] = useState<ListDone>()
  const commandOf = useListCommand()
  const run = async (work: () => Promise<ListDone>) => {
    if (isWorking) return
    setWorking(true)
    setFailure(undefined)
    setDone(undefined)
    try {
      setDone(await work())
    } catch (error) {
      setFailure(messageIdOf(error))
    }
    setWorking(false)
    again()
  }
  const save = (types: DocumentType[]) => saveTypes(commandOf({ seen: set.version, types }))
  return {
    isWorking,
    failure,
    done,
    move: (code: string, by: -1 | 1) =>
      run(async () => {
        await save(movedType(set.types, code, by))
        return 'saved'
      }),
    remove: (code: string) =>
      run(async () => {
        try {
          await save(set.types.filter((type) => type.code !== code))
          return 'saved'
        } catch (error) {
          if (messageIdOf(error) !== 'request.invalid') throw error
          await save(set.types.map((type) => (type.code === code ? { ...type, asked: [] } : type)))
          return 'retired'
        }
      }),
  }
}
