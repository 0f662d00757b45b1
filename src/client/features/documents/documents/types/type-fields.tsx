import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { NumberField, TextField } from '#client/ui/fields/text-field.tsx'
import { fileKinds, noRule, type RuleDraft, type TypeDraft, type TypePart } from './type-draft.ts'
import css from './type-form.module.css'
import { RuleFields } from './type-rule-fields.tsx'
import { megabytesOf } from './use-type-text.ts'

interface FieldsProps {
  draft: TypeDraft
  wrong: readonly TypePart[]
  onChange: (more: Partial<TypeDraft>) => void
}

const classes = ['S0', 'S1', 'S2', 'S3'] as const

/** Everything that is asked about one kind of paper. */
export function TypeFields({ draft, wrong, onChange }: FieldsProps) {
  const { t } = useTranslation('documents.required')
  return (
    <>
      <Names draft={draft} wrong={wrong} onChange={onChange} />
      <div className={css.pair}>
        <ChoiceField
          label={t('part.sensitivity')}
          values={classes}
          nameOf={(each) => t(`sensitivity.${each}`)}
          value={draft.sensitivity}
          onChange={(chosen) => onChange({ sensitivity: chosen })}
        />
        <NumberField
          label={t('field.promiseDays')}
          error={wrong.includes('promiseDays') && t('wrong.promiseDays')}
          value={draft.promiseDays}
          onChange={(typed) => onChange({ promiseDays: typed })}
        />
      </div>
      <CheckboxField
        label={t('field.hasExpiry')}
        checked={draft.hasExpiry}
        onChange={(isChecked) => onChange({ hasExpiry: isChecked })}
      />
      <Files draft={draft} wrong={wrong} onChange={onChange} />
      <Rules rules={draft.asked} isWrong={wrong.includes('asked')} onChange={(asked) => onChange({ asked })} />
    </>
  )
}

function Names({ draft, wrong, onChange }: FieldsProps) {
  const { t } = useTranslation('documents.required')
  return (
    <div className={css.pair}>
      {(['en', 'ar'] as const).map((lang) => (
        <TextField
          key={lang}
          label={t(`field.label.${lang}`)}
          error={wrong.includes('label') && t('wrong.label')}
          lang={lang}
          autoComplete="off"
          maxLength={300}
          value={draft.label[lang]}
          onChange={(typed) => onChange({ label: { ...draft.label, [lang]: typed } })}
        />
      ))}
    </div>
  )
}

const tiers = ['default', 'intermediate', 'maximum', 'large'] as const

/** Which files may be sent of it, and how large one may be. */
function Files({ draft, wrong, onChange }: FieldsProps) {
  const { t } = useTranslation('documents.required')
  const id = useId()
  const toggle = (kind: (typeof fileKinds)[number]) =>
    onChange({ accept: fileKinds.filter((each) => (each === kind) !== draft.accept.includes(each)) })
  return (
    <div className={css.pair}>
      <fieldset className={css.files} aria-describedby={wrong.includes('accept') ? id : undefined}>
        <legend>{t('part.accept')}</legend>
        {fileKinds.map((kind) => (
          <CheckboxField
            key={kind}
            label={t(`kind.${kind}`)}
            checked={draft.accept.includes(kind)}
            onChange={() => toggle(kind)}
          />
        ))}
        {wrong.includes('accept') && (
          <InlineNotice tone="problem" id={id}>
            {t('wrong.accept')}
          </InlineNotice>
        )}
      </fieldset>
      <ChoiceField
        label={t('part.tier')}
        values={tiers}
        nameOf={(tier) => t('size.most', { megabytes: megabytesOf(tier) })}
        value={draft.tier}
        onChange={(chosen) => onChange({ tier: chosen })}
      />
    </div>
  )
}

interface RulesProps {
  rules: RuleDraft[]
  isWrong: boolean
  onChange: (rules: RuleDraft[]) => void
}

function Rules({ rules, isWrong, onChange }: RulesProps) {
  const { t } = useTranslation('documents.required')
  return (
    <div role="group" aria-label={t('part.asked')} className={css.rules}>
      <strong>{t('part.asked')}</strong>
      {rules.length === 0 && <p>{t('rule.nobody')}</p>}
      {rules.map((rule, index) => (
        // Rules have no name but their place.
        <RuleFields
          key={index}
          rule={rule}
          no={index + 1}
          onChange={(more) => onChange(rules.map((each, at) => (at === index ? { ...each, ...more } : each)))}
          onRemove={() => onChange(rules.filter((_rule, at) => at !== index))}
        />
      ))}
      {isWrong && <InlineNotice tone="problem">{t('wrong.asked')}</InlineNotice>}
      {rules.length < 20 && <Button onClick={() => onChange([...rules, noRule])}>{t('rule.add')}</Button>}
    </div>
  )
}
