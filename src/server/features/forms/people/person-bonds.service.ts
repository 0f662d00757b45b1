import type { personDecisions } from './person.table.ts'

export type Decision = typeof personDecisions.$inferSelect

/** Result of the decisions in force, computed once for many queries. */
export interface Bonds {
  /** Returns the root of this person's merged group. */
  rootOf(id: string): string
  /** Returns whether any two people of these groups were decided to be different. */
  areApart(one: string, other: string): boolean
  /** Returns everyone merged with this person, each with the decision that joins them. */
  sameAs(id: string): { id: string; decision: Decision }[]
  /** Returns everyone decided to be different from this very person. */
  apartFrom(id: string): { id: string; decision: Decision }[]
}

export function bondsOf(decisions: readonly Decision[]): Bonds {
  const same = decisions.filter(({ decision }) => decision === 'same')
  const apart = decisions.filter(({ decision }) => decision === 'apart')
  const upFrom = new Map(same.map(({ personId, otherId }) => [personId, otherId]))
  /** Returns this person and the merge targets in sequence; the last is the root. */
  const pathUp = (id: string): string[] => {
    const path = [id]
    for (let up = upFrom.get(id); up !== undefined && !path.includes(up); up = upFrom.get(up)) path.push(up)
    return path
  }
  const roots = new Map<string, string>()
  const rootOf = (id: string): string => {
    const known = roots.get(id) ?? pathUp(id).at(-1) ?? id
    roots.set(id, known)
    return known
  }
  const pair = (one: string, other: string) => [rootOf(one), rootOf(other)].toSorted().join(' ')
  const apartPairs = new Set(apart.map(({ personId, otherId }) => pair(personId, otherId)))
  return {
    rootOf,
    areApart: (one, other) => apartPairs.has(pair(one, other)),
    sameAs: (id) => {
      const path = pathUp(id)
      return (
        same
          .filter(({ personId }) => rootOf(personId) === rootOf(id))
          // Seen from this person: on the way to the root a decision shows its target, elsewhere its source.
          .map((decision) => ({
            id: path.includes(decision.personId) ? decision.otherId : decision.personId,
            decision,
          }))
      )
    },
    apartFrom: (id) =>
      apart
        .filter(({ personId, otherId }) => personId === id || otherId === id)
        .map((decision) => ({ id: decision.personId === id ? decision.otherId : decision.personId, decision })),
  }
}
