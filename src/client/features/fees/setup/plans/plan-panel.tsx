// chunk: fees
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import { type FeePlan, FeePlanInput } from '#shared/fees/setup/fee-plan.contract.ts'
import type { FeeSetup } from '#shared/fees/setup/fee-setup.contract.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import css from '../components/fee-setup.module.css'
import { NameFields } from '../components/name-fields.tsx'
import { SetupPanel } from '../components/setup-panel.tsx'
import { dropPlan, putPlan } from '../fee-setup.api.ts'
import { useDraftMutation, useKeptDraft } from '../use-kept-draft.ts'
import { PartFields } from './part-fields.tsx'
import { newPart, type PartDraft, type PlanDraft, planDraftOf, planInputOf, planSums } from './plan-draft.ts'

interface PlanPanelProps {
  /** Undefined for a new one. */
  plan: FeePlan | undefined
  setup: FeeSetup
  onClose: () => void
  onDone: () => void
  /** Reads the set-up again. */
  onStale: () => void
}

const newKey = () => uuidv7(machineClock.nowMs(), machineRandom)

const emptyPlan = (): PlanDraft => ({
  name: { en: '', ar: '' },
  parts: [1, 2, 3].map((no) => newPart(newKey(), no)),
  isRetired: false,
})

/** A plan with its parts and their running sum. */
export function PlanPanel({ plan, setup: { currency }, onClose, onDone, onStale }: PlanPanelProps) {
  const { t } = useTranslation('fees.setup')
  const may = useRights()
  const [id] = useState(() => plan?.id ?? newKey())
  // Parts of a new one have keys of their own.
  const saved = useMemo(
    () => ({ seen: plan?.revision ?? 0, draft: plan ? planDraftOf(plan, currency) : emptyPlan() }),
    [plan, currency],
  )
  const { draft, seen, isBack, put: setDraft, drop } = useKeptDraft<PlanDraft>(`plan ${plan?.id ?? ''}`, saved)
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set())
  const { mutate, isPending, error, discard } = useDraftMutation(putPlan, drop, onDone)
  const put = (parts: PartDraft[]) => setDraft({ ...draft, parts })
  const save = (over = seen) => {
    const read = FeePlanInput.safeParse(planInputOf(id, draft, currency))
    setWrong(new Set(read.success ? [] : read.error.issues.map(({ path }) => path.slice(0, 3).join('.'))))
    if (read.success) void mutate({ plan: read.data, seen: over })
  }
  const isWrong = (at: number, field: string) => [...wrong].some((path) => path === `parts.${at}.${field}`)
  return (
    <SetupPanel
      title={t(plan ? 'plan.edit' : 'plan.add')}
      onClose={onClose}
      onSave={() => save()}
      isSaving={isPending}
      notes={{ isBack, error, onStale, onOverwrite: () => save(saved.seen), onDiscard: discard }}
      remove={plan && (() => dropPlan(plan.id))}
      onRemoved={onDone}
      canEdit={may('fees.setup')}
    >
      <NameFields
        name={draft.name}
        isChecked={[...wrong].some((path) => path.startsWith('name'))}
        onChange={(name) => setDraft({ ...draft, name })}
      />
      {draft.parts.map((part, at) => (
        <PartFields
          key={part.key}
          no={at + 1}
          part={part}
          currency={currency}
          wrong={{ label: isWrong(at, 'label'), due: isWrong(at, 'due'), share: isWrong(at, 'share') }}
          onChange={(next) => put(draft.parts.map((each) => (each.key === part.key ? next : each)))}
          onRemove={draft.parts.length > 1 ? () => put(draft.parts.filter((each) => each.key !== part.key)) : undefined}
        />
      ))}
      <Sums draft={draft} currency={currency} />
      {draft.parts.length < 12 && (
        <Button onClick={() => put([...draft.parts, newPart(newKey(), draft.parts.length + 1)])}>
          {t('part.add')}
        </Button>
      )}
      <CheckboxField
        label={t('flag.isRetired')}
        checked={draft.isRetired}
        onChange={(isRetired) => setDraft({ ...draft, isRetired })}
      />
    </SetupPanel>
  )
}

/** What the parts add up to, while they are typed. */
function Sums({ draft, currency }: { draft: PlanDraft; currency: FeeSetup['currency'] }) {
  const { t } = useTranslation('fees.setup')
  const format = useFormat()
  const { ppm, amount, hasPercent } = planSums(draft, currency)
  return (
    <p className={css.sum} role="status" data-bad={(hasPercent && ppm !== 1_000_000) || undefined}>
      {hasPercent && t('plan.sum', { percent: format.percent(ppm) })}
      {hasPercent && amount > 0 && ' · '}
      {amount > 0 && t('plan.amounts', { amount: format.money(amount, currency) })}
    </p>
  )
}
