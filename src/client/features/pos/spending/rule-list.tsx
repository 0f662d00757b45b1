import { useTranslation } from 'react-i18next'
import { useAllergenNames } from '#client/i18n/allergen-names.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import { DeleteIcon } from '#client/ui/icons/action-icons.tsx'
import type { Currency } from '#shared/kernel/money.ts'
import type { SpendingRule } from '#shared/pos/spending/spending-rule.contract.ts'
import { timeText } from './rule-draft.ts'
import type { Foods } from './spending.api.ts'
import css from './spending.module.css'

/** Whether a rule names an item or a category that the tills do not sell any more. */
export function isGone({ terms }: Pick<SpendingRule, 'terms'>, { items, categories }: Foods): boolean {
  if (!('target' in terms)) return false
  const closed = new Set<string>(categories.flatMap(({ id, active }) => (active ? [] : [id])))
  return (
    closed.has(terms.target) ||
    items.some(({ id, active, categoryId }) => id === terms.target && (!active || closed.has(categoryId)))
  )
}

/** Says a rule as a sentence. */
function useRuleText(foods: Foods, currency: Currency) {
  const { t } = useTranslation('pos.spending')
  const pick = useBilingual()
  const format = useFormat()
  const allergens = useAllergenNames()
  const named = new Map<string, string>([...foods.items, ...foods.categories].map(({ id, name }) => [id, pick(name)]))
  return ({ terms }: SpendingRule): string => {
    if (terms.kind === 'no-allergen') return t('says.no', { name: allergens([terms.target]) })
    if (terms.kind === 'no-class') return t('says.no', { name: t(`class.${terms.target}`) })
    const name = 'target' in terms ? `⁨${named.get(terms.target) ?? t('unknown')}⁩` : ''
    if (terms.kind === 'pieces') return t('says.pieces', { name, count: terms.most })
    if (!('most' in terms)) return t('says.no', { name })
    const amount = format.money(terms.most, currency)
    if (terms.kind !== 'period') return t(`says.${terms.kind}`, { amount })
    return t('says.period', { amount, from: timeText(terms.period.from), until: timeText(terms.period.until) })
  }
}

interface RuleListProps {
  rules: readonly SpendingRule[]
  foods: Foods
  currency: Currency
  /** Absent where they are not this person's to change. */
  onRemove?: (rule: SpendingRule) => void
}

/** Rules, one sentence each. */
export function RuleList({ rules, foods, currency, onRemove }: RuleListProps) {
  const { t } = useTranslation('pos.spending')
  const textOf = useRuleText(foods, currency)
  if (rules.length === 0) return <p className={css.none}>{t('none')}</p>
  return (
    <ul className={css.list}>
      {rules.map((rule) => (
        <li key={rule.id}>
          <span>{textOf(rule)}</span>
          <small>{t(`source.${rule.source}`)}</small>
          {isGone(rule, foods) && <small>{t('gone')}</small>}
          {onRemove && (
            <Button kind="quiet" aria-label={t('remove', { rule: textOf(rule) })} onClick={() => onRemove(rule)}>
              <DeleteIcon />
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
