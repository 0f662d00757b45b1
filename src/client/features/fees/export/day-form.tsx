// chunk: fees
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { DateField } from '#client/ui/fields/text-field.tsx'
import { dayMs } from '#shared/kernel/time.ts'
import { useFeeText } from '../account/hooks/use-fee-text.ts'
import { ConfirmPress } from '../confirm-press.tsx'

interface DayFormProps {
  label: string
  /** The school's own day: the day that is sent is an earlier one. */
  today: string
  button: string
  /** What is asked once more, and what the button says that does it, for a day: it can't be taken back. */
  sure: (day: string) => { question: string; confirm: string }
  isWorking: boolean
  onSend: (until: string) => void
}

const dayBefore = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) - dayMs).toISOString().slice(0, 10)

/** Chooses a day that has passed, until which something is done that is asked for twice. */
export function DayForm({ label, today, button, sure, isWorking, onSend }: DayFormProps) {
  const { t } = useTranslation('fees.export')
  const { dayOf } = useFeeText()
  const last = dayBefore(today)
  const [until, setUntil] = useState(last)
  const [isWrong, setIsWrong] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    const isRight = until !== '' && until <= last
    setIsWrong(!isRight)
    setIsAsking(isRight)
  }
  return (
    <form className={common.stack} noValidate onSubmit={send}>
      <DateField
        label={label}
        width="narrow"
        max={last}
        error={isWrong ? t('wrongDay') : undefined}
        value={until}
        onChange={(day) => {
          setUntil(day)
          setIsAsking(false)
        }}
      />
      {isAsking || isWorking ? (
        <ConfirmPress
          {...sure(dayOf(until))}
          cancel={t('cancel')}
          isWorking={isWorking}
          onConfirm={() => {
            setIsAsking(false)
            onSend(until)
          }}
          onCancel={() => setIsAsking(false)}
        />
      ) : (
        <div className={common.actions}>
          <Button type="submit">{button}</Button>
        </div>
      )}
    </form>
  )
}
