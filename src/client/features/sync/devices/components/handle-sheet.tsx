import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { messageIdOf } from '#client/platform/use-answer.ts'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { DeviceAlert } from '#shared/sync/device.contract.ts'
import { markHandled } from '../devices.api.ts'
import { AlertText } from './alert-list.tsx'

/** Takes an alert off the list, with a word about what was done. */
export function HandleSheet({ alert, onClose }: { alert: DeviceAlert; onClose: () => void }) {
  const { t } = useTranslation('sync.devices')
  const errorText = useErrorText()
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<MessageId>()
  const [isWorking, setIsWorking] = useState(false)
  const mark = async () => {
    setIsWorking(true)
    try {
      await markHandled(alert.id, note)
      onClose()
    } catch (error) {
      setProblem(messageIdOf(error))
      setIsWorking(false)
    }
  }
  const footer = (
    <>
      <Button variant="default" size="md" onClick={onClose}>
        {t('handle.leave')}
      </Button>
      <Button size="md" loading={isWorking} onClick={() => void mark()}>
        {t('handle.do')}
      </Button>
    </>
  )
  return (
    <Sheet title={t('handle.title')} size="narrow" onClose={onClose} footer={footer}>
      <p>
        <AlertText alert={alert} />
      </p>
      <TextInput
        size="md"
        dir="auto"
        label={t('handle.note')}
        description={t('handle.hint')}
        maxLength={200}
        data-autofocus
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {problem && <p role="alert">{errorText(problem)}</p>}
    </Sheet>
  )
}
