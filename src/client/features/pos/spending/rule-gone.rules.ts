import type { SpendingRule } from '#shared/pos/spending/spending-rule.contract.ts'
import type { Foods } from './spending.api.ts'

/** Whether a rule names an item or a category that the tills do not sell any more. */
export function isGone({ terms }: Pick<SpendingRule, 'terms'>, { items, categories }: Foods): boolean {
  if (!('target' in terms)) return false
  const closed = new Set<string>(categories.flatMap(({ id, active }) => (active ? [] : [id])))
  return (
    closed.has(terms.target) ||
    items.some(({ id, active, categoryId }) => id === terms.target && (!active || closed.has(categoryId)))
  )
}
