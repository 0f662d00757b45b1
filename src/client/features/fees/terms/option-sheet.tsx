// chunk: fees
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { newCommandId } from '#client/platform/use-command.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import common from '#client/ui/common.module.css'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { DateField } from '#client/ui/fields/text-field.tsx'
import { type FeeOption, setFeeOption } from '#shared/fees/setup/fee-child.contract.ts'
import type { FeeComponent } from '#shared/fees/setup/fee-component.contract.ts'
import { putOption } from './child-terms.api.ts'
import { FormSheet } from './form-sheet.tsx'

interface OptionSheetProps {
  studentId: string
  /** Undefined for a new one. */
  option: FeeOption | undefined
  /** Optional components of the school. */
  components: readonly FeeComponent[]
  onClose: () => void
  onDone: () => void
}

/** From when until when a child takes an optional component. */
export function OptionSheet({ studentId, option, components, onClose, onDone }: OptionSheetProps) {
  const { t } = useTranslation('fees.payers')
  const pick = useBilingual()
  const [id] = useState<string>(() => option?.id ?? newCommandId())
  const offered = components.filter(({ code, isRetired }) => !isRetired || code === option?.component)
  const [componentCode, setComponent] = useState(option?.component ?? offered[0]?.code ?? '')
  const [fromOn, setFromOn] = useState(option?.fromOn ?? '')
  const [untilOn, setUntilOn] = useState(option?.untilOn ?? '')
  const [wrong, setWrong] = useState<readonly unknown[]>([])
  const { mutate, isPending, error } = useMutation(putOption, { onSuccess: onDone })
  const isTurned = untilOn !== '' && untilOn < fromOn
  const save = () => {
    const input = { id, studentId, componentCode, fromOn, untilOn: untilOn === '' ? null : untilOn }
    const read = setFeeOption.body.safeParse(input)
    const paths = read.success ? [] : read.error.issues.map(({ path }) => path[0])
    setWrong(isTurned ? [...paths, 'untilOn'] : paths)
    if (read.success && !isTurned) void mutate(read.data)
  }
  const title = t(option ? 'terms.edit' : 'terms.add')
  return (
    <FormSheet title={title} isSaving={isPending} error={error} onSave={save} onClose={onClose}>
      <SelectField
        label={t('terms.component')}
        value={componentCode}
        disabled={option !== undefined}
        error={wrong.includes('componentCode') ? t('wrong.component') : undefined}
        onChange={setComponent}
      >
        {offered.map(({ code, name }) => (
          <option key={code} value={code}>
            {pick(name)}
          </option>
        ))}
      </SelectField>
      <div className={common.sides}>
        <DateField
          label={t('terms.fromOn')}
          error={wrong.includes('fromOn') ? t('wrong.fromOn') : undefined}
          value={fromOn}
          onChange={setFromOn}
        />
        <DateField
          label={t('terms.untilOn')}
          hint={t('terms.untilHint')}
          error={wrong.includes('untilOn') ? t('wrong.untilOn') : undefined}
          value={untilOn}
          onChange={setUntilOn}
        />
      </div>
    </FormSheet>
  )
}
