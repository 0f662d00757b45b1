// chunk: fees
import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { DateField, NumberField } from '#client/ui/fields/text-field.tsx'
import type { FeeComponent } from '#shared/fees/setup/fee-component.contract.ts'
import type { FeePayer } from '#shared/fees/setup/fee-payer.contract.ts'
import { percentText, readPercent } from '../setup/fee-amounts.ts'
import { FindPayer } from './find-payer.tsx'
import { putShares, type StudentPayers } from './payer.api.ts'
import { usePayerName } from './use-payer-name.ts'

interface ShareSheetProps {
  studentId: string
  payers: StudentPayers
  /** Somebody who was just added as a payer; null for none. */
  added: FeePayer | null
  components: readonly FeeComponent[]
  onClose: () => void
  onDone: () => void
}

/** The shares that stand now, as typed; without any the first guardian has the whole. */
function startOf({ shares, defaultPayerId }: StudentPayers, component: string): Readonly<Record<string, string>> {
  const own = shares.filter((share) => (share.component ?? '') === component && share.untilOn === null)
  if (own.length > 0) return Object.fromEntries(own.map(({ payerId, ppm }) => [payerId, percentText(ppm)]))
  return component === '' && defaultPayerId !== null ? { [defaultPayerId]: '100' } : {}
}

const withPayer = (payers: readonly FeePayer[], added: FeePayer | null): readonly FeePayer[] =>
  added && payers.every(({ id }) => id !== added.id) ? [...payers, added] : payers

/** Divides all fees of a child, or one component, among its payers from a day on. */
export function ShareSheet({ studentId, payers, added, components, onClose, onDone }: ShareSheetProps) {
  const { t } = useTranslation('fees.payers')
  const errorText = useErrorText()
  const formId = useId()
  const [component, setComponent] = useState('')
  const [fromOn, setFromOn] = useState('')
  const [known, setKnown] = useState<readonly FeePayer[]>(() => withPayer(payers.payers, added))
  const [typed, setTyped] = useState(() => startOf(payers, ''))
  const [isChecked, setIsChecked] = useState(false)
  const { mutate, isPending, error } = useMutation(putShares, { onSuccess: onDone })
  const shares = known.flatMap(({ id }) => {
    const text = typed[id]?.trim() ?? ''
    return text === '' ? [] : [{ payerId: id, ppm: readPercent(text) }]
  })
  const sum = shares.reduce((all, { ppm = 0 }) => all + ppm, 0)
  // A component without shares of its own goes by those for all.
  const isWhole = sum === 1_000_000 || (shares.length === 0 && component !== '')
  const read = shares.flatMap(({ payerId, ppm }) => (ppm === undefined ? [] : [{ payerId, ppm }]))
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsChecked(true)
    const of = { studentId, componentCode: component || null, sharesMark: payers.sharesMark }
    if (isWhole && fromOn !== '' && read.length === shares.length) void mutate({ ...of, fromOn, shares: read })
  }
  const choose = (code: string) => {
    setComponent(code)
    setTyped(startOf(payers, code))
  }
  return (
    <Sheet
      title={t('divide')}
      onClose={onClose}
      size="wide"
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="main" type="submit" form={formId} isWorking={isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={common.stack} noValidate onSubmit={save}>
        {added && <AddedNote payer={added} />}
        <div className={common.sides}>
          <ComponentField components={components} value={component} onChange={choose} />
          <DateField
            label={t('share.fromOn')}
            error={isChecked && fromOn === '' ? t('wrong.fromOn') : undefined}
            value={fromOn}
            onChange={setFromOn}
          />
        </div>
        <PercentFields payers={known} typed={typed} isChecked={isChecked} onChange={setTyped} />
        <ShareSum sum={sum} count={shares.length} isWhole={isWhole} />
      </form>
      <FindPayer known={known} onFound={(payer) => setKnown([...known, payer])} />
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}

function AddedNote({ payer }: { payer: FeePayer }) {
  const { t } = useTranslation('fees.payers')
  return <InlineNotice tone="info">{t('share.added', { name: usePayerName()(payer) })}</InlineNotice>
}

interface ComponentFieldProps {
  components: readonly FeeComponent[]
  value: string
  onChange: (code: string) => void
}

function ComponentField({ components, value, onChange }: ComponentFieldProps) {
  const { t } = useTranslation('fees.payers')
  const pick = useBilingual()
  return (
    <SelectField label={t('share.of')} value={value} onChange={onChange}>
      <option value="">{t('share.all')}</option>
      {components
        .filter(({ isRetired }) => !isRetired)
        .map(({ code, name }) => (
          <option key={code} value={code}>
            {pick(name)}
          </option>
        ))}
    </SelectField>
  )
}

interface PercentFieldsProps {
  payers: readonly FeePayer[]
  typed: Readonly<Record<string, string>>
  isChecked: boolean
  onChange: (typed: Readonly<Record<string, string>>) => void
}

/** The percentage of each payer; empty for none. */
function PercentFields({ payers, typed, isChecked, onChange }: PercentFieldsProps) {
  const { t } = useTranslation('fees.payers')
  const nameOf = usePayerName()
  const isWrong = (id: string) =>
    isChecked && (typed[id] ?? '').trim() !== '' && readPercent(typed[id] ?? '') === undefined
  return (
    <div className={common.sides}>
      {payers.map((payer) => (
        <NumberField
          key={payer.id}
          label={t('share.percent', { name: nameOf(payer) })}
          inputMode="decimal"
          error={isWrong(payer.id) ? t('wrong.percent') : undefined}
          value={typed[payer.id] ?? ''}
          onChange={(text) => onChange({ ...typed, [payer.id]: text })}
        />
      ))}
    </div>
  )
}

/** What the shares add up to, while they are typed. */
function ShareSum({ sum, count, isWhole }: { sum: number; count: number; isWhole: boolean }) {
  const { t } = useTranslation('fees.payers')
  const format = useFormat()
  return (
    <p role="status" className={isWhole ? common.good : common.bad}>
      {count === 0 && isWhole ? t('share.asAll') : t('share.sum', { percent: format.percent(sum) })}
    </p>
  )
}
