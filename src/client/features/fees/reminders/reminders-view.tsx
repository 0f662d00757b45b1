// chunk: fees
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import type { PayerName } from '#shared/fees/fee-values.contract.ts'
import type { ReminderList } from '#shared/fees/reminders/reminder.contract.ts'
import { HoldSheet } from './hold-sheet.tsx'
import { automate, listReminders, send } from './reminder.api.ts'
import { ReminderTable } from './reminder-table.tsx'

/** Who would be reminded today and who would not, and why; sent with one click, or by themselves. */
export function RemindersView() {
  const { t } = useTranslation('fees.reminders')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(listReminders)
  const [held, setHeld] = useState<PayerName>()
  return (
    <ListFrame
      isWide
      title={t('title')}
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={answer || failure ? undefined : t('loading')}
    >
      {answer && (
        <>
          <p className={common.softLine}>{t('intro')}</p>
          <Sending list={answer} onSent={again} />
          {answer.lines.length === 0 && <p>{t('none')}</p>}
          {answer.lines.length > 0 && <ReminderTable list={answer} onHold={setHeld} onChanged={again} />}
          {answer.count > answer.lines.length && <p>{t('more', { count: answer.count - answer.lines.length })}</p>}
          {held && (
            <HoldSheet
              payer={held}
              today={answer.today}
              onClose={() => setHeld(undefined)}
              onDone={() => {
                setHeld(undefined)
                again()
              }}
            />
          )}
        </>
      )}
    </ListFrame>
  )
}

/** Sends what is due now, and says whether that happens by itself. */
function Sending({ list: { lines, isAutomatic }, onSent }: { list: ReminderList; onSent: () => void }) {
  const { t } = useTranslation('fees.reminders')
  const errorText = useErrorText()
  const format = useFormat()
  const may = useRights()
  const due = lines.filter(({ level }) => level !== null).map(({ payer }) => payer.payerId)
  const [done, setDone] = useState<{ sent: number; failed: number }>()
  const sending = useMutation(() => send(due), {
    onSuccess: (answer) => {
      setDone(answer)
      onSent()
    },
  })
  const switching = useMutation(() => automate(!isAutomatic), { onSuccess: onSent })
  const problem = sending.error ?? switching.error
  return (
    <>
      <p>{t(isAutomatic ? 'automatic' : 'byHand')}</p>
      <p className={common.actions}>
        {may('fees.bill') && (
          <Button
            kind="main"
            disabled={due.length === 0}
            isWorking={sending.isPending}
            onClick={() => void sending.mutate()}
          >
            {t('send', { count: due.length, number: format.count(due.length) })}
          </Button>
        )}
        {may('fees.setup') && (
          <Button isWorking={switching.isPending} onClick={() => void switching.mutate()}>
            {t(isAutomatic ? 'stop' : 'start')}
          </Button>
        )}
      </p>
      {done && (
        <InlineNotice tone={done.failed > 0 ? 'problem' : 'success'}>
          {t('sent', { count: done.sent })}
          {done.failed > 0 && ` ${t('failed', { count: done.failed })}`}
        </InlineNotice>
      )}
      {problem && <InlineNotice tone="problem">{errorText(problem)}</InlineNotice>}
    </>
  )
}
