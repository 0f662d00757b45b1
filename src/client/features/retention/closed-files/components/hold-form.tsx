import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from '#client/features/admissions/offers/components/offer-section.module.css'
import { Refusal, TextLine } from '#client/features/students/record/components/record-fields.tsx'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import type { Retention } from '#shared/retention/retention.contract.ts'
import { holdFile } from '../retention.api.ts'

interface HoldProps {
  studentId: string
  hold: Retention['hold']
  onDone: () => void
  onClose: () => void
}

/** Why a closed file is kept beyond its day, and until when; or that it is not any more. */
export function HoldForm({ studentId, hold, onDone, onClose }: HoldProps) {
  const { t } = useTranslation('retention')
  const errorText = useErrorText()
  const [reason, setReason] = useState(hold?.reason ?? '')
  const [until, setUntil] = useState(hold?.until ?? '')
  const [isWrong, setWrong] = useState(false)
  const put = (asked: { reason: string; until: string | null } | null) =>
    holdFile({ student_id: studentId, hold: asked })
  const { mutate, isPending, error } = useMutation(put, { onSuccess: onDone })
  useBusy(reason !== (hold?.reason ?? '') || until !== (hold?.until ?? ''))
  return (
    <form
      noValidate
      aria-label={t('hold.ask')}
      className={css.line}
      onSubmit={(event) => {
        event.preventDefault()
        setWrong(reason.trim() === '')
        if (reason.trim() !== '') void mutate({ reason: reason.trim(), until: until || null })
      }}
    >
      <TextLine label={t('hold.reason')} value={reason} isWrong={isWrong} maxLength={300} onChange={setReason} />
      <TextLine label={t('hold.last')} type="date" value={until} onChange={setUntil} />
      <Button type="submit" isWorking={isPending}>
        {t('hold.save')}
      </Button>
      {hold && (
        <Button disabled={isPending} onClick={() => void mutate(null)}>
          {t('hold.end')}
        </Button>
      )}
      <Button kind="quiet" onClick={onClose}>
        {t('leave')}
      </Button>
      {isWrong && <Refusal>{t('hold.wrong')}</Refusal>}
      {error && <Refusal>{errorText(error)}</Refusal>}
    </form>
  )
}
