import { useAnswer } from '#client/platform/use-answer.ts'
import { newCommandId } from '#client/platform/use-command.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import type { SavedFilter } from '#shared/lists/saved-filter.contract.ts'
import { deleteFilter, listFilters, saveFilter } from '../list.api.ts'

/** The named filters that this person sees. When they can't be had the list itself says what is wrong, and filters are set by hand. */
export function useSavedFilters() {
  const { answer, again } = useAnswer(listFilters)
  const { mutate, isPending, error } = useMutation((change: () => Promise<unknown>) => change(), { onSuccess: again })
  const save = (saved: Omit<SavedFilter, 'id' | 'isOwn'>) => mutate(() => saveFilter({ id: newCommandId(), saved }))
  return { isPending, error, filters: answer?.filters, save, drop: (id: string) => mutate(() => deleteFilter({ id })) }
}
