import { useCallback, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import type { SchoolRules } from '#shared/pos/spending/spending-edit.contract.ts'
import { FoodPack, type SpendingRule } from '#shared/pos/spending/spending-rule.contract.ts'
import { AddRule } from './add-rule.tsx'
import { RuleList } from './rule-list.tsx'
import { readSchoolRules, saveSchoolRules } from './spending.api.ts'
import css from './spending.module.css'

/** What the school forbids and bounds for every pupil, and the law's list that it goes by. */
export function SchoolRulesSection() {
  const { t } = useTranslation('pos.spending')
  const errorText = useErrorText()
  const titleId = useId()
  const { answer, failure, again } = useAnswer(useCallback(() => readSchoolRules(), []))
  return (
    <section className={css.section} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('school.title')}</h2>
      <p className={common.softLine}>{t('school.text')}</p>
      {failure && (
        <InlineNotice tone="problem">
          {errorText(failure)} <Button onClick={again}>{t('again')}</Button>
        </InlineNotice>
      )}
      {answer && <Rules key={JSON.stringify(answer.current)} {...answer} onSaved={again} />}
    </section>
  )
}

const packs = ['none', ...FoodPack.options] as const

function Rules({
  current,
  currency,
  foods,
  onSaved,
}: Awaited<ReturnType<typeof readSchoolRules>> & { onSaved: () => void }) {
  const { t } = useTranslation('pos.spending')
  const errorText = useErrorText()
  const [draft, setDraft] = useState<SchoolRules>(current)
  const { mutate, isPending, error } = useMutation(saveSchoolRules, { onSuccess: onSaved })
  const isChanged = draft !== current
  const setRules = (rules: readonly SpendingRule[]) =>
    setDraft({ ...draft, rules: rules.map((rule) => ({ ...rule, source: 'school' })) })
  return (
    <>
      <ChoiceField
        label={t('pack')}
        hint={t('packHint')}
        values={packs}
        value={draft.pack ?? 'none'}
        nameOf={(pack) => t(`packs.${pack}`)}
        onChange={(pack) => setDraft({ ...draft, pack: pack === 'none' ? null : pack })}
      />
      <h3>{t('school.rules')}</h3>
      <RuleList
        rules={draft.rules}
        foods={foods}
        currency={currency}
        onRemove={(rule) => setRules(draft.rules.filter(({ id }) => id !== rule.id))}
      />
      <AddRule source="school" foods={foods} currency={currency} onAdd={(rule) => setRules([...draft.rules, rule])} />
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      <div>
        <Button kind="main" isWorking={isPending} disabled={!isChanged} onClick={() => void mutate(current, draft)}>
          {t('save')}
        </Button>
      </div>
    </>
  )
}
