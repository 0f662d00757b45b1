import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import type { DeviceHealth } from '#shared/sync/device-health.contract.ts'
import { revoke } from '../devices.api.ts'

/** Takes a device out of use: names it, and what becomes of what it still holds. */
export function RevokeSheet({ device, onClose }: { device: DeviceHealth; onClose: () => void }) {
  const { t } = useTranslation('sync.devices')
  const pick = useBilingual()
  const errorText = useErrorText()
  const { mutate, isPending, error } = useMutation(revoke, { onSuccess: onClose })
  const footer = (
    <>
      <Button variant="default" size="md" data-autofocus onClick={onClose}>
        {t('revoke.keep')}
      </Button>
      <Button color="red" size="md" loading={isPending} onClick={() => void mutate(device.deviceId)}>
        {t('revoke.do')}
      </Button>
    </>
  )
  return (
    <Sheet title={t('revoke.title', { name: pick(device.till.name) })} size="narrow" onClose={onClose} footer={footer}>
      <p>{t('revoke.text')}</p>
      {device.unsentCount > 0 && (
        <p>
          <strong>
            {t('revoke.unsent', { count: device.unsentCount })} <Money minor={device.unsentMinor} />
          </strong>
        </p>
      )}
      {error && <p role="alert">{errorText(error)}</p>}
    </Sheet>
  )
}
