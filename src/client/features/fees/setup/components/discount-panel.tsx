// chunk: fees
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { CheckboxChoices } from '#client/ui/fields/choices.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { NumberField, TextField } from '#client/ui/fields/text-field.tsx'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import { discountKinds } from '#shared/fees/setup/discount-kind.rules.ts'
import { type FeeDiscountRule, FeeDiscountRuleInput } from '#shared/fees/setup/fee-discount.contract.ts'
import type { FeeSetup } from '#shared/fees/setup/fee-setup.contract.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { amountText, percentText, readAmount, readPercent } from '../fee-amounts.ts'
import { dropDiscountRule, putDiscountRule } from '../fee-setup.api.ts'
import { useDraftMutation, useKeptDraft } from '../use-kept-draft.ts'
import css from './fee-setup.module.css'
import { NameFields } from './name-fields.tsx'
import { SetupPanel } from './setup-panel.tsx'

interface DiscountPanelProps {
  /** Undefined for a new one. */
  rule: FeeDiscountRule | undefined
  setup: FeeSetup
  onClose: () => void
  onDone: () => void
  /** Reads the set-up again. */
  onStale: () => void
}

interface Draft extends Omit<FeeDiscountRule, 'id' | 'revision' | 'amounts' | 'familyCapAmount' | 'components'> {
  of: 'percent' | 'amount'
  /** Of a sibling rule one value for each child, with spaces between them. */
  values: string
  cap: string
  components: string[]
}

function draftOf(rule: FeeDiscountRule | undefined, currency: Currency): Draft {
  if (!rule) return emptyDraft
  const { id: _id, revision: _revision, amounts, familyCapAmount, components, ...rest } = rule
  return {
    ...rest,
    of: amounts.some((amount) => 'ppm' in amount) ? 'percent' : 'amount',
    values: amounts
      .map((each) => ('ppm' in each ? percentText(each.ppm) : amountText(each.amount, currency)))
      .join(' '),
    cap: amountText(familyCapAmount, currency),
    components: components ?? [],
  }
}

const emptyDraft: Draft = {
  name: { en: '', ar: '' },
  kind: 'sibling',
  of: 'percent',
  values: '',
  cap: '',
  components: [],
  onGross: false,
  isClawedBack: false,
  personsOnly: true,
  isRetired: false,
}

function inputOf(id: string, { of, values, cap, components, ...draft }: Draft, currency: Currency) {
  const amounts = values
    .split(/[\s;/]+/)
    .filter(Boolean)
    .map((text) =>
      of === 'percent'
        ? { ppm: readPercent(text) ?? Number.NaN }
        : { amount: readAmount(text, currency) ?? Number.NaN },
    )
  return {
    ...draft,
    id,
    amounts,
    familyCapAmount: cap.trim() === '' ? null : (readAmount(cap, currency) ?? Number.NaN),
    components: components.length === 0 ? null : components,
  }
}

/** One rule: who gets it, how much, of which components. */
export function DiscountPanel({ rule, setup, onClose, onDone, onStale }: DiscountPanelProps) {
  const { t } = useTranslation('fees.setup')
  const may = useRights()
  const { currency } = setup
  const [id] = useState(() => rule?.id ?? uuidv7(machineClock.nowMs(), machineRandom))
  const saved = { seen: rule?.revision ?? 0, draft: draftOf(rule, currency) }
  const { draft, seen, isBack, change, drop } = useKeptDraft<Draft>(`discount ${rule?.id ?? ''}`, saved)
  const [wrong, setWrong] = useState<readonly unknown[]>([])
  const { mutate, isPending, error, discard } = useDraftMutation(putDiscountRule, drop, onDone)
  const save = (over = seen) => {
    const read = FeeDiscountRuleInput.safeParse(inputOf(id, draft, currency))
    setWrong(read.success ? [] : read.error.issues.map(({ path }) => path[0]))
    if (read.success) void mutate({ rule: read.data, seen: over })
  }
  return (
    <SetupPanel
      title={t(rule ? 'discount.edit' : 'discount.add')}
      onClose={onClose}
      onSave={() => save()}
      isSaving={isPending}
      notes={{ isBack, error, onStale, onOverwrite: () => save(saved.seen), onDiscard: discard }}
      remove={rule && (() => dropDiscountRule(rule.id))}
      onRemoved={onDone}
      canEdit={may('fees.setup')}
    >
      <NameFields name={draft.name} isChecked={wrong.includes('name')} onChange={(name) => change({ name })} />
      <ChoiceField
        label={t('column.kind')}
        values={discountKinds}
        value={draft.kind}
        disabled={rule !== undefined}
        nameOf={(kind) => t(`discountKind.${kind}`)}
        onChange={(kind) => change({ kind })}
      />
      <AmountFields draft={draft} setup={setup} wrong={wrong} onChange={change} />
      {(['onGross', 'isClawedBack', 'personsOnly', 'isRetired'] as const).map((flag) => (
        <CheckboxField
          key={flag}
          label={t(`flag.${flag}`)}
          checked={draft[flag]}
          onChange={(isTicked) => change({ [flag]: isTicked })}
        />
      ))}
    </SetupPanel>
  )
}

interface AmountFieldsProps {
  draft: Draft
  setup: FeeSetup
  wrong: readonly unknown[]
  onChange: (part: Partial<Draft>) => void
}

function AmountFields({ draft, setup: { components, currency }, wrong, onChange }: AmountFieldsProps) {
  const { t } = useTranslation('fees.setup')
  const pick = useBilingual()
  const format = useFormat()
  const names = new Map(components.map(({ code, name }) => [code, pick(name)]))
  const wrongValue = wrong.includes('amounts') || wrong.includes('rule')
  return (
    <>
      <div className={css.two}>
        <ChoiceField
          label={t('part.of')}
          values={['percent', 'amount'] as const}
          value={draft.of}
          nameOf={(of) => t(`part.by.${of}`)}
          onChange={(of) => onChange({ of })}
        />
        <TextField
          label={t(draft.kind === 'sibling' ? 'discount.ranks' : 'column.amount')}
          hint={draft.kind === 'sibling' ? t('discount.ranksHint') : undefined}
          dir="ltr"
          autoComplete="off"
          error={wrongValue ? t(draft.of === 'percent' ? 'wrong.percent' : 'wrong.amount') : undefined}
          value={draft.values}
          onChange={(values) => onChange({ values })}
        />
        <NumberField
          label={t('discount.cap', { currency: format.currencyName(currency) })}
          hint={t('discount.capHint')}
          inputMode="decimal"
          error={wrong.includes('familyCapAmount') ? t('wrong.amount') : undefined}
          value={draft.cap}
          onChange={(cap) => onChange({ cap })}
        />
      </div>
      {names.size > 0 && (
        <CheckboxChoices
          title={t('discount.components')}
          values={[...names.keys()]}
          word={(code) => names.get(code) ?? code}
          chosen={draft.components}
          onChoose={(chosen) => onChange({ components: chosen })}
        />
      )}
    </>
  )
}
