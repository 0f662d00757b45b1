import { type Day, dayAfter } from '#shared/kernel/time.ts'

/** Returns the day on which a part of a plan is due; undefined where the school has not set that term. */
export function dueDay(
  due: { readonly on: Day } | { readonly term: number; readonly days: number },
  terms: readonly { readonly startsOn: Day }[],
): Day | undefined {
  if ('on' in due) return due.on
  const term = terms[due.term - 1]
  return term && dayAfter(term.startsOn, due.days)
}
