import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { SidePanel } from '#client/ui/feedback/side-panel.tsx'
import { NumberField } from '#client/ui/fields/text-field.tsx'
import { uuidv7 } from '#shared/kernel/ids.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { maxModifiers } from '#shared/pos/catalogue/catalogue-parts.contract.ts'
import type { Catalogue, CatalogueGroup } from '#shared/pos/catalogue-edit.contract.ts'
import { putOptions } from '../catalogue.api.ts'
import css from '../components/catalogue.module.css'
import { NameFields } from '../components/name-fields.tsx'
import { SaveError } from '../components/save-error.tsx'
import { movedTo } from '../moved-to.ts'
import { OptionFields } from './option-fields.tsx'
import {
  type OptionDraft,
  type OptionsDraft,
  optionsDraftOf,
  readOptionsDraft,
  type WrongOption,
} from './options-draft.ts'

interface OptionsPanelProps {
  catalogue: Catalogue
  onClose: () => void
  onDone: () => void
}

const newId = () => uuidv7(machineClock.nowMs(), machineRandom)
const noName = { en: '', ar: '' }
const blankOption = (): OptionDraft => {
  return { id: newId(), name: noName, priceDelta: '', addsAllergens: [], removesAllergens: [] }
}

/** The groups of options that items may offer: chosen first, then edited. */
export function OptionsPanel({ catalogue, onClose, onDone }: OptionsPanelProps) {
  const { t } = useTranslation('pos.catalogue')
  const pick = useBilingual()
  const [open, setOpen] = useState<CatalogueGroup | 'new'>()
  if (open) {
    const group = open === 'new' ? undefined : open
    return (
      <GroupForm
        key={group?.id}
        group={group}
        catalogue={catalogue}
        onClose={() => setOpen(undefined)}
        onDone={onDone}
      />
    )
  }
  return (
    <SidePanel
      title={t('options.title')}
      onClose={onClose}
      footer={
        <Button kind="main" onClick={() => setOpen('new')}>
          {t('options.addGroup')}
        </Button>
      }
    >
      <p className={common.softLine}>{t('options.lead')}</p>
      <ul className={common.tightList}>
        {catalogue.modifierGroups.map((group) => (
          <li key={group.id}>
            <Button onClick={() => setOpen(group)}>
              <bdi>{pick(group.name)}</bdi>
              <small className={css.hidden}>{t('options.count', { count: group.modifiers.length })}</small>
            </Button>
          </li>
        ))}
      </ul>
    </SidePanel>
  )
}

interface GroupFormProps extends OptionsPanelProps {
  /** Undefined for a new one. */
  group: CatalogueGroup | undefined
}

function GroupForm({ group, catalogue: { currency }, onClose, onDone }: GroupFormProps) {
  const { t } = useTranslation('pos.catalogue')
  const [id] = useState(() => group?.id ?? newId())
  const [draft, setDraft] = useState(() =>
    group ? optionsDraftOf(group, currency) : { name: noName, min: '0', max: '1', options: [blankOption()] },
  )
  const [wrong, setWrong] = useState<readonly WrongOption[]>([])
  const { mutate, isPending, error } = useMutation(putOptions, { onSuccess: onDone })
  const formId = useId()
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part })
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    const read = readOptionsDraft(draft, id, currency)
    setWrong(read.wrong)
    if (read.group) void mutate({ group: read.group, seen: group?.version ?? 0 })
  }
  return (
    <SidePanel
      title={t(group ? 'options.editGroup' : 'options.addGroup')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('options.back')}</Button>
          <Button kind="main" type="submit" form={formId} isWorking={isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={common.stack} noValidate onSubmit={save}>
        <GroupFields draft={draft} wrong={wrong} currency={currency} onChange={change} />
      </form>
      <SaveError error={error} />
    </SidePanel>
  )
}

interface GroupFieldsProps {
  draft: OptionsDraft
  wrong: readonly WrongOption[]
  currency: Currency
  onChange: (part: Partial<OptionsDraft>) => void
}

/** Names of a group, how many of it are chosen, and its options in their order. */
function GroupFields({ draft, wrong, currency, onChange }: GroupFieldsProps) {
  const { t } = useTranslation('pos.catalogue')
  const { options } = draft
  return (
    <>
      <NameFields name={draft.name} isWrong={wrong.includes('name')} onChange={(name) => onChange({ name })} />
      <div className={css.two}>
        {(['min', 'max'] as const).map((bound) => (
          <NumberField
            key={bound}
            label={t(`options.${bound}`)}
            error={wrong.includes(bound) ? t(`options.wrong.${bound}`) : undefined}
            value={draft[bound]}
            onChange={(value) => onChange({ [bound]: value })}
          />
        ))}
      </div>
      {options.map((option, no) => (
        <OptionFields
          key={option.id}
          option={option}
          no={no}
          isLast={no === options.length - 1}
          currency={currency}
          wrong={wrong}
          onChange={(next) => onChange({ options: options.with(no, next) })}
          onMove={(to) => onChange({ options: movedTo(options, no, to) })}
          onRemove={() => onChange({ options: options.toSpliced(no, 1) })}
        />
      ))}
      {wrong.includes('options') && <InlineNotice tone="problem">{t('options.wrong.options')}</InlineNotice>}
      <Button
        disabled={options.length >= maxModifiers}
        onClick={() => onChange({ options: [...options, blankOption()] })}
      >
        {t('options.add')}
      </Button>
    </>
  )
}
