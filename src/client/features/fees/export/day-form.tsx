// chunk: fees
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { DateField } from '#client/ui/fields/text-field.tsx'
import { dayMs } from '#shared/kernel/time.ts'

interface DayFormProps {
  label: string
  /** The school's own day: the day that is sent is an earlier one. */
  today: string
  button: string
  /** What the button says once it was pressed: what it does can't be taken back. */
  sure: string
  isWorking: boolean
  onSend: (until: string) => void
}

const dayBefore = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) - dayMs).toISOString().slice(0, 10)

/** Chooses a day that has passed, until which something is done that is asked for twice. */
export function DayForm({ label, today, button, sure, isWorking, onSend }: DayFormProps) {
  const { t } = useTranslation('fees.export')
  const last = dayBefore(today)
  const [until, setUntil] = useState(last)
  const [isWrong, setIsWrong] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    const isRight = until !== '' && until <= last
    setIsWrong(!isRight)
    setIsAsking(isRight && !isAsking)
    if (isRight && isAsking) onSend(until)
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
      <div className={common.actions}>
        <Button type="submit" kind={isAsking ? 'bad' : 'plain'} isWorking={isWorking}>
          {isAsking ? sure : button}
        </Button>
      </div>
    </form>
  )
}
