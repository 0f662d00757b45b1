import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAllergenNames } from '#client/i18n/allergen-names.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import { ChoiceField, SelectField } from '#client/ui/fields/select-field.tsx'
import { NumberField, TextField } from '#client/ui/fields/text-field.tsx'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { Allergen } from '#shared/pos/catalogue.contract.ts'
import { FoodClass, type RuleSource, type SpendingRule } from '#shared/pos/spending/spending-rule.contract.ts'
import { amountKinds, emptyRule, type RuleDraft, type RuleKind, readRule, ruleKinds } from './rule-draft.ts'
import css from './spending.module.css'
import type { Foods } from './spending.api.ts'

const newId = () => uuidv7(machineClock.nowMs(), machineRandom)

interface AddRuleProps {
  source: RuleSource
  foods: Foods
  currency: Currency
  onAdd: (rule: SpendingRule) => void
}

/** What can be forbidden or bounded, one rule at a time. */
export function AddRule({ source, foods, currency, onAdd }: AddRuleProps) {
  const { t } = useTranslation('pos.spending')
  const currencyName = useFormat().currencyName()
  const [draft, setDraft] = useState(emptyRule)
  const [isTried, setIsTried] = useState(false)
  const rule = readRule(draft, { id: newId(), source, currency })
  const change = (part: Partial<RuleDraft>) => setDraft({ ...draft, ...part })
  const isAmount = amountKinds.some((each) => each === draft.kind)
  const error = isTried && !rule ? t('wrong') : undefined
  const add = () => {
    setIsTried(rule === undefined)
    if (!rule) return
    onAdd(rule)
    setDraft({ ...emptyRule, kind: draft.kind })
  }
  return (
    <fieldset className={css.add}>
      <legend>{t('add')}</legend>
      <ChoiceField
        label={t('kind')}
        values={ruleKinds}
        value={draft.kind}
        nameOf={(kind) => t(`kinds.${kind}`)}
        onChange={(kind) => change({ kind, target: '' })}
      />
      {isAmount && (
        <NumberField
          label={t('amount', { currency: currencyName })}
          inputMode="decimal"
          error={error}
          value={draft.amount}
          onChange={(amount) => change({ amount })}
        />
      )}
      {draft.kind === 'period' && <Period draft={draft} onChange={change} />}
      {!isAmount && (
        <Target
          kind={draft.kind}
          foods={foods}
          value={draft.target}
          error={error}
          onChange={(target) => change({ target })}
        />
      )}
      {draft.kind === 'pieces' && (
        <NumberField
          label={t('pieces')}
          width="narrow"
          value={draft.pieces}
          onChange={(pieces) => change({ pieces })}
        />
      )}
      <Button onClick={add}>{t('addNow')}</Button>
    </fieldset>
  )
}

function Period({ draft, onChange }: { draft: RuleDraft; onChange: (part: Partial<RuleDraft>) => void }) {
  const { t } = useTranslation('pos.spending')
  return (
    <>
      <TextField label={t('from')} width="narrow" value={draft.from} onChange={(from) => onChange({ from })} />
      <TextField label={t('until')} width="narrow" value={draft.until} onChange={(until) => onChange({ until })} />
    </>
  )
}

interface TargetProps {
  kind: RuleKind
  foods: Foods
  value: string
  error: string | undefined
  onChange: (target: string) => void
}

function Target({ kind, foods, value, error, onChange }: TargetProps) {
  const { t } = useTranslation('pos.spending')
  const pick = useBilingual()
  const allergens = useAllergenNames()
  const choices: readonly [string, string][] =
    kind === 'no-allergen'
      ? Allergen.options.map((each) => [each, allergens([each])])
      : kind === 'no-class'
        ? FoodClass.options.map((each) => [each, t(`class.${each}`)])
        : (kind === 'no-category' ? foods.categories : foods.items)
            .filter(({ active }) => active)
            .map(({ id, name }) => [id, pick(name)])
  return (
    <SelectField label={t('target')} error={error} value={value} onChange={onChange}>
      <option value="">{t('choose')}</option>
      {choices.map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
