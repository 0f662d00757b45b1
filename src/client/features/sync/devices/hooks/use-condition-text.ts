import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import type { ReportedCondition } from '#shared/sync/device-condition.contract.ts'
import { storageShare } from '#shared/sync/device-condition.rules.ts'

/** Below this, storage is told in MB; from it on in GB. */
const mbOfGb = 1024
const ppm = 1_000_000

/** Says how a device's storage and printer stand, as it reported them; with the words of `sync.devices`. */
export function useConditionText() {
  const { t } = useTranslation('sync.devices')
  const format = useFormat()
  const size = (mb: number) =>
    mb < mbOfGb
      ? t('condition.mb', { size: format.count(mb) })
      : t('condition.gb', { size: format.count(Math.round((mb / mbOfGb) * 10) / 10) })
  return {
    storage: (condition: ReportedCondition | null): string => {
      if (condition === null) return t('condition.unreported')
      const { storage } = condition
      if (storage === null) return t('condition.unknown')
      const share = format.percent(Math.round(storageShare(storage) * 100) * (ppm / 100))
      const used = t('condition.used', { share, used: size(storage.usedMb), quota: size(storage.quotaMb) })
      return `${used} · ${t(storage.isPersisted ? 'condition.kept' : 'condition.notKept')}`
    },
    printer: (condition: ReportedCondition | null): string => {
      if (condition === null) return t('condition.unreported')
      const { printer } = condition
      if (printer === null) return t('condition.noPrinter')
      if (printer.state === 'not-set-up') return t('condition.state.not-set-up')
      return `${t(`condition.kind.${printer.kind}`)} · ${t(`condition.state.${printer.state}`)}`
    },
  }
}
