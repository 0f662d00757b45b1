import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import common from '#client/ui/common.module.css'
import { ScoringItem } from '#shared/admissions/scoring.contract.ts'
import { totalOf } from '#shared/admissions/scoring.rules.ts'
import { itemOf, type SetDraft } from '../set-draft.ts'
import { ItemField, scoresOf } from './item-field.tsx'
import { Sum } from './score-sum.tsx'
import css from './set-editor.module.css'

/** The set as an assessor sees it, with what the answers come to. Nothing of it is kept. */
export function SetPreview({ draft }: { draft: SetDraft }) {
  const { t } = useTranslation('admissions.scoring-editor')
  const pick = useBilingual()
  const [given, setGiven] = useState<Record<string, string>>({})
  const items = draft.items.flatMap((item) => {
    const read = ScoringItem.safeParse(itemOf(item))
    return read.success ? [read.data] : []
  })
  const left = draft.items.length - items.length
  return (
    <section className={css.card} aria-label={t('preview')}>
      <h2>{t('preview')}</h2>
      <p className={common.softPart}>{t('previewHint')}</p>
      {items.map((item) => (
        <ItemField
          key={item.code}
          item={{ ...item, required: false }}
          value={given[item.code] ?? ''}
          onChange={(value) => setGiven({ ...given, [item.code]: value })}
        />
      ))}
      {left > 0 && <p className={common.softPart}>{t('unfinished', { count: left })}</p>}
      <Sum
        total={totalOf(items, scoresOf(items, given))}
        labelOf={(code) => pick(items.find((each) => each.code === code)?.label ?? { en: code, ar: code })}
      />
    </section>
  )
}
