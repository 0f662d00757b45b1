// chunk: fees
import { useAtomValue } from 'jotai'
import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { useCommandId } from '#client/platform/use-command.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { FileButton } from '#client/ui/fields/file-button.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { DateField } from '#client/ui/fields/text-field.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import { machineClock } from '#local/kernel/machine.ts'
import type { GatewayId } from '#shared/fees/online/gateway.rules.ts'
import { maxSettlementBytes, type Settlement } from '#shared/fees/online/settlement.contract.ts'
import { businessDay } from '#shared/kernel/time.ts'
import { sendSettlement } from './online.api.ts'
import { MissingPayments, SettlementProblems } from './settlement-lines.tsx'

interface SettlementSheetProps {
  gateways: readonly GatewayId[]
  onClose: () => void
  onBooked: () => void
}

interface Draft {
  gateway: GatewayId
  settledOn: string
  file: File | undefined
}

/** Imports the settlement file of a gateway, and says what is left at it and which payments are missing. */
export function SettlementSheet({ gateways, onClose, onBooked }: SettlementSheetProps) {
  const { t } = useTranslation('fees.online')
  const errorText = useErrorText()
  const formId = useId()
  const timeZone = useAtomValue(schoolAtom)?.timeZone ?? 'UTC'
  const today = businessDay(machineClock.nowMs(), timeZone, 0)
  const [draft, setDraft] = useState<Draft>({ gateway: gateways[0] ?? 'tap', settledOn: today, file: undefined })
  const [wrong, setWrong] = useState<'day' | 'file' | 'size'>()
  const [settlement, setSettlement] = useState<Settlement>()
  const { idOf } = useCommandId()
  const { mutate, isPending, error } = useMutation(
    (file: File, { gateway, settledOn }: Draft) =>
      sendSettlement(file, { gateway, settledOn }, idOf([gateway, settledOn, file.name, file.size, file.lastModified])),
    {
      onSuccess: (booked) => {
        setSettlement(booked)
        onBooked()
      },
    },
  )
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    const { file, settledOn } = draft
    const isDay = settledOn !== '' && settledOn <= today
    const fault = !isDay ? 'day' : !file ? 'file' : file.size > maxSettlementBytes ? 'size' : undefined
    setWrong(fault)
    if (!fault && file) void mutate(file, draft)
  }
  return (
    <Sheet
      title={t('settlement.open')}
      onClose={onClose}
      canClose={!isPending}
      footer={
        <>
          <Button disabled={isPending} onClick={onClose}>
            {t(settlement ? 'close' : 'cancel')}
          </Button>
          {!settlement && (
            <Button kind="main" type="submit" form={formId} isWorking={isPending}>
              {t('settlement.send')}
            </Button>
          )}
        </>
      }
    >
      {settlement ? (
        <Outcome of={settlement} />
      ) : (
        <form id={formId} className={common.stack} noValidate onSubmit={send}>
          <SettlementFields gateways={gateways} draft={draft} today={today} wrong={wrong} onChange={setDraft} />
        </form>
      )}
      {isPending && <InlineNotice tone="info">{t('settlement.reading')}</InlineNotice>}
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}

interface FieldsProps extends Pick<SettlementSheetProps, 'gateways'> {
  draft: Draft
  today: string
  wrong: 'day' | 'file' | 'size' | undefined
  onChange: (draft: Draft) => void
}

function SettlementFields({ gateways, draft, today, wrong, onChange }: FieldsProps) {
  const { t } = useTranslation('fees.online')
  return (
    <>
      <p>{t('settlement.lead')}</p>
      <ChoiceField
        label={t('column.gateway')}
        values={gateways}
        value={draft.gateway}
        nameOf={(each) => t(`gateway.${each}`)}
        onChange={(gateway) => onChange({ ...draft, gateway })}
      />
      <DateField
        label={t('settlement.settledOn')}
        max={today}
        error={wrong === 'day' ? t('settlement.wrong.day') : undefined}
        value={draft.settledOn}
        onChange={(settledOn) => onChange({ ...draft, settledOn })}
      />
      <FileButton
        accept=".csv,.tsv,.txt,.xlsx"
        onChange={({ currentTarget }) => onChange({ ...draft, file: currentTarget.files?.[0] })}
      >
        {t('settlement.choose')}
      </FileButton>
      {draft.file && (
        <p role="status" className={common.softLine}>
          <bdi>{draft.file.name}</bdi>
        </p>
      )}
      {(wrong === 'file' || wrong === 'size') && (
        <InlineNotice tone="problem">{t(`settlement.wrong.${wrong}`)}</InlineNotice>
      )}
    </>
  )
}

function Outcome({
  of: { matched, gross, fee, net, currency, clearing, problems, problemCount, missing, missingCount },
}: {
  of: Settlement
}) {
  const { t } = useTranslation('fees.online')
  return (
    <div className={common.stack}>
      <InlineNotice tone={problems.length === 0 ? 'success' : 'info'}>
        {t('settlement.payments', { count: matched })}
      </InlineNotice>
      <p className={common.softLine}>
        {t('settlement.gross')} <Money minor={gross} currency={currency} /> · {t('settlement.fee')}{' '}
        <Money minor={fee} currency={currency} /> · {t('settlement.net')} <Money minor={net} currency={currency} />
      </p>
      <p className={common.softLine}>
        {t('settlement.clearing')} <Money minor={clearing} currency={currency} />
      </p>
      <SettlementProblems problems={problems} problemCount={problemCount} />
      <MissingPayments missing={missing} count={missingCount} currency={currency} />
    </div>
  )
}
