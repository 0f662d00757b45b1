import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import type { ScoringItem } from '#shared/admissions/scoring.contract.ts'
import type { Given } from './item-field.tsx'
import css from './scoring.module.css'

/** What is sent of the notes: nothing of what is blank. */
export const evidenceOf = (items: readonly ScoringItem[], typed: Given): Record<string, string> =>
  Object.fromEntries(
    items.flatMap(({ code }) => {
      const text = typed[code]?.trim() ?? ''
      return text === '' ? [] : [[code, text] as const]
    }),
  )

interface EvidenceProps {
  item: ScoringItem
  text: string
  onChange: (text: string) => void
}

/** What one item's answer rests on, for whoever wants to say it. */
export function EvidenceField({ item, text, onChange }: EvidenceProps) {
  const { t } = useTranslation('admissions.scoring')
  const pick = useBilingual()
  return (
    <details className={css.more}>
      <summary>
        {t('evidence')}
        <span className="visually-hidden">
          {': '}
          {pick(item.label)}
        </span>
      </summary>
      <textarea
        dir="auto"
        rows={2}
        maxLength={500}
        aria-label={`${t('evidence')}: ${pick(item.label)}`}
        className={css.evidence}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </details>
  )
}
