import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { newRule, type RuleDraft } from '../set-draft.ts'
import { RowActions } from './row-actions.tsx'
import css from './set-editor.module.css'
import { CodeField, WordsFields } from './words-fields.tsx'

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
