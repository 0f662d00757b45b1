import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import common from '#client/ui/common.module.css'
import type { SchoolSettings } from '#shared/school/settings/school-settings.contract.ts'

/** Who changed a part of the settings last, and when; nothing before the first change. */
export function LastChange({ changed }: Pick<SchoolSettings['logo'], 'changed'>) {
  const { t } = useTranslation('school.settings')
  const pick = useBilingual()
  const format = useFormat()
  if (!changed) return null
  return (
    <p className={common.smallLine}>
      {t('changed')} {changed.by && <bdi>{pick(changed.by)}</bdi>} · <bdi>{format.dateTime(changed.at)}</bdi>
    </p>
  )
}
