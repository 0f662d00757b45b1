// chunk: fees
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import list from '#client/ui/tables/list-table.module.css'
import { type FeeComponent, FeeComponentInput } from '#shared/fees/setup/fee-component.contract.ts'
import { componentKinds } from '#shared/fees/setup/fee-component.rules.ts'
import { latinDigits } from '#shared/kernel/digits.ts'
import { percentText, readPercent } from '../fee-amounts.ts'
import { dropComponent, putComponent } from '../fee-setup.api.ts'
import type { TabProps } from '../tab-props.types.ts'
import { useDraftMutation, useKeptDraft } from '../use-kept-draft.ts'
import { type ComponentDraft, MoreFields, TaxFields } from './component-fields.tsx'
import css from './fee-setup.module.css'
import { NameFields } from './name-fields.tsx'
import { RetiredMark } from './retired-mark.tsx'
import { SetupList } from './setup-list.tsx'
import { SetupPanel } from './setup-panel.tsx'

/** What the school charges for. */
export const ComponentTab = ({ setup, onChanged }: TabProps) => (
  <SetupList
    of="component"
    items={setup.components}
    keyOf={({ code }) => code}
    onChanged={onChanged}
    renderTable={(onOpen) => <ComponentTable components={setup.components} onOpen={onOpen} />}
    renderPanel={(component, ends) => (
      <ComponentPanel key={component?.code ?? 'new'} component={component} count={setup.components.length} {...ends} />
    )}
  />
)

function ComponentTable({ components, onOpen }: { components: FeeComponent[]; onOpen: (open: FeeComponent) => void }) {
  const { t } = useTranslation('fees.setup')
  const pick = useBilingual()
  const format = useFormat()
  return (
    <table className={list.table}>
      <thead>
        <tr>
          {(['name', 'code', 'kind', 'tax', 'billing', 'account', 'state'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {components.map((component) => (
          <tr key={component.code}>
            <th scope="row">
              <button type="button" dir="auto" className={list.open} onClick={() => onOpen(component)}>
                {pick(component.name)}
              </button>
            </th>
            <td>
              <bdi dir="ltr">{component.code}</bdi>
            </td>
            <td>{t(`kind.${component.kind}`)}</td>
            <td>
              {t(`taxCode.${component.taxCode}`)}
              {component.taxCode === 'standard' && <> {format.percent(component.taxPpm)}</>}
            </td>
            <td>{t(`billing.${component.billing}`)}</td>
            <td>
              <bdi dir="ltr">{component.account}</bdi>
            </td>
            <td>
              <RetiredMark isRetired={component.isRetired} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface ComponentPanelProps {
  /** Undefined for a new one. */
  component: FeeComponent | undefined
  count: number
  onClose: () => void
  onDone: () => void
  /** Reads the set-up again. */
  onStale: () => void
}

const draftOf = (component: FeeComponent | undefined, count: number): ComponentDraft => {
  if (!component) return emptyDraft(count)
  const { revision: _revision, taxPpm, priority, ...rest } = component
  return { ...rest, percent: percentText(taxPpm), priority: String(priority) }
}

const emptyDraft = (count: number): ComponentDraft => ({
  code: '',
  name: { en: '', ar: '' },
  kind: 'tuition',
  taxCode: 'none',
  percent: '0',
  stateBears: false,
  account: '',
  isDeferred: true,
  isDiscountable: true,
  capsAsTuition: count === 0,
  refundRule: 'tuition',
  billing: 'plan',
  priority: String((count + 1) * 10),
  isRetired: false,
  isOptional: false,
})

function read({ percent, priority, ...draft }: ComponentDraft) {
  const isTaxed = draft.taxCode === 'standard'
  return FeeComponentInput.safeParse({
    ...draft,
    code: draft.code.trim().toUpperCase(),
    taxPpm: isTaxed ? readPercent(percent) : 0,
    stateBears: isTaxed && draft.stateBears,
    priority: Number.parseInt(latinDigits(priority), 10),
  })
}

/** One component: its names, tax, accounts, and what it counts for. */
function ComponentPanel({ component, count, onClose, onDone, onStale }: ComponentPanelProps) {
  const { t } = useTranslation('fees.setup')
  const may = useRights()
  const saved = { seen: component?.revision ?? 0, draft: draftOf(component, count) }
  const { draft, seen, isBack, change, drop } = useKeptDraft<ComponentDraft>(
    `component ${component?.code ?? ''}`,
    saved,
  )
  const [wrong, setWrong] = useState<readonly unknown[]>([])
  const { mutate, isPending, error, discard } = useDraftMutation(putComponent, drop, onDone)
  const save = (over = seen) => {
    const input = read(draft)
    setWrong(input.success ? [] : input.error.issues.map(({ path }) => path[0]))
    if (input.success) void mutate({ component: input.data, seen: over })
  }
  return (
    <SetupPanel
      title={t(component ? 'component.edit' : 'component.add')}
      onClose={onClose}
      onSave={() => save()}
      isSaving={isPending}
      notes={{ isBack, error, onStale, onOverwrite: () => save(saved.seen), onDiscard: discard }}
      remove={component && (() => dropComponent(component.code))}
      onRemoved={onDone}
      canEdit={may('fees.setup')}
    >
      <NameFields name={draft.name} isChecked={wrong.includes('name')} onChange={(name) => change({ name })} />
      <div className={css.two}>
        <TextField
          label={t('code')}
          hint={t('codeHint')}
          dir="ltr"
          autoComplete="off"
          maxLength={20}
          disabled={component !== undefined}
          error={wrong.includes('code') ? t('wrong.code') : undefined}
          value={draft.code}
          onChange={(code) => change({ code })}
        />
        <ChoiceField
          label={t('column.kind')}
          values={componentKinds}
          value={draft.kind}
          nameOf={(kind) => t(`kind.${kind}`)}
          onChange={(kind) => change({ kind, capsAsTuition: kind === 'tuition' })}
        />
      </div>
      <TaxFields draft={draft} isWrong={wrong.includes('taxPpm')} onChange={change} />
      <MoreFields draft={draft} wrong={wrong} onChange={change} />
    </SetupPanel>
  )
}
