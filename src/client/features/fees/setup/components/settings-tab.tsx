// chunk: fees
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { NumberField } from '#client/ui/fields/text-field.tsx'
import { siblingKeys } from '#shared/fees/plans/sibling.rules.ts'
import { type FeeSettings, FeeSettingsInput } from '#shared/fees/setup/fee-settings.contract.ts'
import { latinDigits } from '#shared/kernel/digits.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { amountText, percentText, readAmount, readPercent } from '../fee-amounts.ts'
import { BackNote, DraftNotes } from '../draft-notes.tsx'
import { putSettings } from '../fee-setup.api.ts'
import type { TabProps } from '../tab-props.types.ts'
import { useDraftMutation, useKeptDraft } from '../use-kept-draft.ts'
import { AccountFields } from './account-fields.tsx'
import { type LeavingDraft, leavingDraftOf, readLeavingDraft } from './leaving-draft.ts'
import { OwnLeavingFields } from './own-leaving-fields.tsx'
import { type ChargesDraft, chargesDraftOf, readCharges } from './charges-draft.ts'
import { ChargesFields } from './charges-fields.tsx'
import { KindField } from './kind-field.tsx'
import { PaperFields } from './paper-fields.tsx'
import css from './fee-setup.module.css'

interface Draft
  extends Pick<FeeSettings, 'siblingKey' | 'accountCodes' | 'taxNumber' | 'sendsReminders' | 'schoolKind'> {
  month: string
  percent: string
  amount: string
  /** Days after the due day, with spaces between them. */
  reminders: string
  leaving: LeavingDraft | null
  charges: ChargesDraft
}

const draftOf = (settings: FeeSettings, currency: Currency): Draft => ({
  siblingKey: settings.siblingKey,
  accountCodes: settings.accountCodes,
  taxNumber: settings.taxNumber,
  sendsReminders: settings.sendsReminders,
  schoolKind: settings.schoolKind,
  leaving: settings.ownLeaving && leavingDraftOf(settings.ownLeaving),
  charges: chargesDraftOf(settings, currency),
  month: String(settings.fiscalMonth),
  percent: percentText(settings.grantPpm),
  amount: amountText(settings.grantAmount, currency),
  reminders: settings.reminders.map(({ daysAfterDue }) => daysAfterDue).join(' '),
})

/** Reminders after the first come a week after the one before at the earliest. */
const read = (
  { month, percent, amount, reminders, accountCodes, leaving, charges, ...same }: Draft,
  currency: Currency,
) =>
  FeeSettingsInput.safeParse({
    ...same,
    ...readCharges(charges, currency),
    ownLeaving: leaving && readLeavingDraft(leaving),
    accountCodes: Object.fromEntries(Object.entries(accountCodes).filter(([, code]) => code.trim() !== '')),
    fiscalMonth: Number(month),
    grantPpm: readPercent(percent) ?? Number.NaN,
    grantAmount: readAmount(amount, currency) ?? Number.NaN,
    reminders: latinDigits(reminders)
      .split(/[\s,،]+/)
      .filter(Boolean)
      .map((days, at) => ({ daysAfterDue: Number(days), daysAfterLast: at === 0 ? 0 : 7 })),
  })

const months = Array.from({ length: 12 }, (_, at) => String(at + 1))

/** The choices that hold for all fees: fiscal year, limits, reminders, accounts for exports. */
export function SettingsTab({ setup, onChanged }: TabProps) {
  const { t } = useTranslation('fees.setup')
  const may = useRights()
  const { currency, settings } = setup
  const saved = { seen: settings.revision, draft: draftOf(settings, currency) }
  const { draft, seen, isChanged, isBack, change: type, drop } = useKeptDraft<Draft>('settings', saved)
  const [wrong, setWrong] = useState<readonly unknown[]>([])
  const [isSaved, setIsSaved] = useState(false)
  const { mutate, isPending, error, discard } = useDraftMutation(putSettings, drop, () => {
    setIsSaved(true)
    onChanged()
  })
  const change = (part: Partial<Draft>) => {
    setIsSaved(false)
    type(part)
  }
  const save = (over = seen) => {
    const input = read(draft, currency)
    setWrong(input.success ? [] : input.error.issues.map(({ path }) => path[0]))
    if (input.success) void mutate({ settings: input.data, seen: over })
  }
  return (
    <form
      className={common.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <fieldset className={`${common.group} ${common.form}`} disabled={!may('fees.setup')}>
        <BackNote isBack={isBack} />
        <GeneralFields draft={draft} wrong={wrong} currency={currency} onChange={change} />
        {setup.regulator === 'kuwait' && (
          <KindField kind={draft.schoolKind} onChange={(schoolKind) => change({ schoolKind })} />
        )}
        <ChargesFields
          setup={setup}
          draft={draft.charges}
          wrong={wrong}
          onChange={(part) => change({ charges: { ...draft.charges, ...part } })}
        />
        <OwnLeavingFields
          draft={draft.leaving}
          isWrong={wrong.includes('ownLeaving')}
          onChange={(leaving) => change({ leaving })}
        />
        <AccountFields codes={draft.accountCodes} onChange={(accountCodes) => change({ accountCodes })} />
        <div className={common.actions}>
          <Button kind="main" type="submit" isWorking={isPending}>
            {t('save')}
          </Button>
          {isChanged && <Button onClick={discard}>{t('cancel')}</Button>}
        </div>
      </fieldset>
      {isSaved && <InlineNotice tone="success">{t('saved')}</InlineNotice>}
      <DraftNotes error={error} onStale={onChanged} onOverwrite={() => save(saved.seen)} onDiscard={discard} />
    </form>
  )
}

interface FieldsProps {
  draft: Draft
  onChange: (part: Partial<Draft>) => void
}

function GeneralFields({
  draft,
  wrong,
  currency,
  onChange,
}: FieldsProps & { wrong: readonly unknown[]; currency: Currency }) {
  const { t, i18n } = useTranslation('fees.setup')
  const format = useFormat()
  const monthName = new Intl.DateTimeFormat(i18n.language === 'ar' ? 'ar' : 'en', { month: 'long', timeZone: 'UTC' })
  return (
    <div className={css.two}>
      <ChoiceField
        label={t('settings.fiscalMonth')}
        hint={t('settings.fiscalMonthHint')}
        values={months}
        value={draft.month}
        nameOf={(month) => monthName.format(Date.UTC(2030, Number(month) - 1, 15))}
        onChange={(month) => onChange({ month })}
      />
      <ChoiceField
        label={t('settings.siblingKey')}
        values={siblingKeys}
        value={draft.siblingKey}
        nameOf={(key) => t(`settings.key.${key}`)}
        onChange={(siblingKey) => onChange({ siblingKey })}
      />
      <NumberField
        label={t('settings.grantPercent')}
        hint={t('settings.grantHint')}
        inputMode="decimal"
        error={wrong.includes('grantPpm') ? t('wrong.percent') : undefined}
        value={draft.percent}
        onChange={(percent) => onChange({ percent })}
      />
      <NumberField
        label={t('settings.grantAmount', { currency: format.currencyName(currency) })}
        hint={t('settings.grantHint')}
        inputMode="decimal"
        error={wrong.includes('grantAmount') ? t('wrong.amount') : undefined}
        value={draft.amount}
        onChange={(amount) => onChange({ amount })}
      />
      <PaperFields draft={draft} wrong={wrong} onChange={onChange} />
    </div>
  )
}
