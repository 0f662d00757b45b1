import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import type { DeviceAlert } from '#shared/sync/device-health.contract.ts'
import { markHandled } from '../devices.api.ts'
import { AlertText } from './alert-list.tsx'

/** Takes an alert off the list, with a word about what was done. */
export function HandleSheet({ alert, onClose }: { alert: DeviceAlert; onClose: () => void }) {
  const { t } = useTranslation('sync.devices')
  const errorText = useErrorText()
  const [note, setNote] = useState('')
  const { mutate, isPending, error } = useMutation(markHandled, { onSuccess: onClose })
  const footer = (
    <>
      <Button variant="default" size="md" onClick={onClose}>
        {t('handle.leave')}
      </Button>
      <Button size="md" loading={isPending} onClick={() => void mutate(alert.id, note)}>
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
      {error && <p role="alert">{errorText(error)}</p>}
    </Sheet>
  )
}
