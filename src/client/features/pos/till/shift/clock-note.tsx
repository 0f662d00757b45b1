// chunk: till-sheets
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { useNow } from '#client/platform/use-now.ts'
import { minuteMs } from '#shared/kernel/time.ts'
import { isClockOff } from '#shared/sync/clock.rules.ts'
import css from '../cart/between-sales.module.css'

/** Asks for the tablet's clock to be set. Sales go on: their times are corrected. */
export function ClockNote() {
  const { t } = useTranslation('pos.till')
  const format = useFormat()
  const { clockOffsetMs } = useTill()
  const nowMs = useNow(minuteMs)
  if (!isClockOff(clockOffsetMs)) return null
  return (
    <p className={css.note} role="status">
      {t('clockOff')} <bdi>{format.dateTime(nowMs + (clockOffsetMs ?? 0))}</bdi>
    </p>
  )
}
