import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { TextAreaField } from '#client/ui/fields/text-field.tsx'
import { type BoardException, ExceptionOutcome } from '#shared/pos/patterns/exception-board.contract.ts'
import { FlagText } from '../../reports/components/flag-text.tsx'
import { closeException } from '../exception.api.ts'

interface CloseSheetProps {
  exception: BoardException
  onClose: () => void
  onDone: () => void
}

const shortest = 3

/** What was found, without which nothing is closed. */
export function CloseSheet({ exception, onClose, onDone }: CloseSheetProps) {
  const { t } = useTranslation('pos.exceptions')
  const errorText = useErrorText()
  const [outcome, setOutcome] = useState<ExceptionOutcome>('explained')
  const [finding, setFinding] = useState('')
  const [isTried, setIsTried] = useState(false)
  const { mutate, isPending, error } = useMutation(closeException, { onSuccess: onDone })
  const formId = useId()
  const isMissing = finding.trim().length < shortest
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!isMissing) void mutate(exception, outcome, finding.trim())
  }
  return (
    <Sheet
      title={t('close.title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('close.leave')}</Button>
          <Button kind="main" type="submit" form={formId} isWorking={isPending}>
            {t('close.save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={common.stack} onSubmit={submit}>
        <p>
          <FlagText flag={exception.code} /> <bdi dir="ltr">{exception.receiptNo ?? exception.till}</bdi>
        </p>
        <ChoiceField
          label={t('close.outcome')}
          values={ExceptionOutcome.options}
          value={outcome}
          nameOf={(each) => t(`outcome.${each}`)}
          onChange={setOutcome}
        />
        <TextAreaField
          label={t('close.finding')}
          hint={t('close.findingHint')}
          error={isTried && isMissing ? t('close.findingMissing') : undefined}
          maxLength={500}
          rows={4}
          value={finding}
          onChange={setFinding}
        />
        {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      </form>
    </Sheet>
  )
}
