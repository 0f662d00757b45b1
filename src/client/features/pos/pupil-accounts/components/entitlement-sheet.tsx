import { useAtomValue } from 'jotai'
import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useWeekdayNames } from '#client/i18n/weekday-names.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { DateField, NumberField } from '#client/ui/fields/text-field.tsx'
import type { AccountStatement } from '#shared/pos/pupil-account.contract.ts'
import { setSchoolAllowance } from '../accounts.api.ts'
import { draftOf, readDraft, type WrongField } from '../entitlement-draft.ts'
import css from './accounts.module.css'

interface EntitlementSheetProps {
  statement: AccountStatement
  onClose: () => void
  onDone: () => void
}

/** What the school pays from a day on. The past stays as it was said then. */
export function SchoolAllowanceSheet({ statement, onClose, onDone }: EntitlementSheetProps) {
  const { t } = useTranslation('pos.pupil-accounts')
  const { holder, today, entitlements, schoolWeekdays } = statement
  const currency = useAtomValue(schoolAtom)?.currency ?? 'QAR'
  const [draft, setDraft] = useState(() => draftOf(entitlements.at(-1), today, currency, schoolWeekdays))
  const [wrong, setWrong] = useState<readonly WrongField[]>([])
  const { mutate, isPending, error } = useMutation(setSchoolAllowance, { onSuccess: onDone })
  const errorText = useErrorText()
  const formId = useId()
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const outcome = readDraft(draft, today, currency)
    setWrong(outcome.wrong)
    if (outcome.said) void mutate(holder.customerId, outcome.said)
  }
  return (
    <Sheet
      key="entitlement"
      title={t('entitlement.title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('leave')}</Button>
          <Button kind="main" type="submit" form={formId} isWorking={isPending}>
            {t('entitlement.save')}
          </Button>
        </>
      }
    >
      <p>{t('entitlement.text')}</p>
      <form id={formId} className={common.stack} onSubmit={submit}>
        <Amount value={draft.amount} isWrong={wrong.includes('amount')} onType={(amount) => change({ amount })} />
        <Weekdays days={draft.weekdays} onChange={(weekdays) => change({ weekdays })} />
        <div className={css.two}>
          <DayField name={t('entitlement.from')} value={draft.from} min={today} onPick={(from) => change({ from })} />
          <DayField
            name={t('entitlement.until')}
            value={draft.until}
            min={draft.from}
            onPick={(until) => change({ until })}
          />
        </div>
      </form>
      {wrong.map((each) => (
        <p key={each} role="alert">
          {t(`entitlement.wrong.${each}`)}
        </p>
      ))}
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}

function Amount({ value, isWrong, onType }: { value: string; isWrong: boolean; onType: (text: string) => void }) {
  const { t } = useTranslation('pos.pupil-accounts')
  const format = useFormat()
  const helpId = useId()
  return (
    <div>
      <NumberField
        label={t('entitlement.amount', { currency: format.currencyName() })}
        data-autofocus
        inputMode="decimal"
        aria-invalid={isWrong}
        aria-describedby={helpId}
        value={value}
        onChange={onType}
      />
      <p id={helpId} className={common.soft}>
        {t('entitlement.amountHelp')}
      </p>
    </div>
  )
}

function Weekdays({ days, onChange }: { days: readonly number[]; onChange: (days: number[]) => void }) {
  const { t } = useTranslation('pos.pupil-accounts')
  const names = useWeekdayNames('long')
  return (
    <fieldset className={css.group}>
      <legend>{t('entitlement.weekdays')}</legend>
      <div className={common.choices}>
        {names.map((name, day) => (
          <CheckboxField
            key={name}
            label={name}
            checked={days.includes(day)}
            onChange={(isChecked) => onChange(isChecked ? [...days, day] : days.filter((each) => each !== day))}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface DayFieldProps {
  name: string
  value: string
  min: string
  onPick: (day: string) => void
}

const DayField = ({ name, value, min, onPick }: DayFieldProps) => (
  <DateField label={name} value={value} min={min} onChange={onPick} />
)
