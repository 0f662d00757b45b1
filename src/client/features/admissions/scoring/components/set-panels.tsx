import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { ScoringItem, type ScoringSet } from '#shared/admissions/scoring.contract.ts'
import { totalOf } from '#shared/admissions/scoring.rules.ts'
import { itemOf, newRule, type RuleDraft, type SetDraft } from '../set-draft.ts'
import { ItemField, scoresOf } from './item-field.tsx'
import { RowActions } from './row-actions.tsx'
import { Sum } from './score-sum.tsx'
import css from './set-editor.module.css'
import { CodeField, WordsFields } from './words-fields.tsx'

/** Every version there ever was: children who were scored by one go on with it. */
export function SetVersions({ versions }: { versions: readonly ScoringSet[] }) {
  const { t } = useTranslation('admissions.scoring-editor')
  const pick = useBilingual()
  const format = useFormat()
  if (versions.length === 0) return null
  return (
    <section className={css.card} aria-label={t('versions')}>
      <h2>{t('versions')}</h2>
      <p className={common.softPart}>{t('versionsHint')}</p>
      {versions.map(({ id, version, body, by, at }) => (
        <details key={id} className={css.more}>
          <summary>
            {t('version', { version })} · {t(body.isInForce ? 'inForce' : 'notInForce')}
          </summary>
          <p className={common.softPart}>
            <bdi>{pick(by.name)}</bdi> · <bdi>{format.dateTime(at)}</bdi> ·{' '}
            {t(body.assessors === 2 ? 'assessors.two' : 'assessors.one')}
          </p>
          <ul>
            {body.items.map(({ code, label, weight, answer }) => (
              <li key={code}>
                <bdi>{pick(label)}</bdi>{' '}
                <span className={common.softPart}>
                  {t(`answer.${answer.kind}`)} · {t('weight', { weight })}
                </span>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  )
}

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

interface RulesProps {
  rules: readonly RuleDraft[]
  onChange: (rules: RuleDraft[]) => void
}

const maxCount = 20

/** What has to be so whatever the score. */
export function RuleList({ rules, onChange }: RulesProps) {
  const { t } = useTranslation('admissions.scoring-editor')
  const put = (key: string, more: Partial<RuleDraft>) =>
    onChange(rules.map((each) => (each.key === key ? { ...each, ...more } : each)))
  return (
    <section className={css.group} aria-label={t('part.rules')}>
      <h2>{t('part.rules')}</h2>
      <p className={common.softPart}>{t('rulesHint')}</p>
      {rules.map(({ key, code, en, ar }, place) => {
        const name = t('ruleNo', { no: place + 1 })
        return (
          <fieldset key={key} className={css.card}>
            <legend>{name}</legend>
            <WordsFields en={en} ar={ar} put={(more) => put(key, more)} />
            <CodeField value={code} onChange={(next) => put(key, { code: next })} />
            <RowActions list={rules} place={place} name={name} least={0} onChange={onChange} />
          </fieldset>
        )
      })}
      {rules.length < maxCount && <Button onClick={() => onChange([...rules, newRule(rules)])}>{t('addRule')}</Button>}
    </section>
  )
}
