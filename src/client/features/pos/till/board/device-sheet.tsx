// chunk: counter
import { Link } from '@tanstack/react-router'
import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { SelfTestCard } from '#client/features/sync/devices/components/self-test-card.tsx'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { deviceProblemAtom } from '#client/platform/offline/device.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import common from '#client/ui/common.module.css'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import link from '#client/ui/link.module.css'
import { sheetAtom } from '../till.atoms.ts'

/** Which till this tablet is and whether it can work alone; what was rung up stays where it is. */
export function DeviceSheet() {
  const { t } = useTranslation('sync.devices')
  const pick = useBilingual()
  const { name, site, siteCode, tillCode } = useTill().settings.till
  const isLockedOut = useAtomValue(deviceProblemAtom) === 'device.revoked'
  const setSheet = useSetAtom(sheetAtom)
  return (
    <Sheet title={pick(name)} onClose={() => setSheet(null)}>
      <p className={common.softLine}>
        {t('pair.isPaired')} <bdi>{pick(site)}</bdi> <bdi dir="ltr">{`${siteCode}-${tillCode}`}</bdi>
      </p>
      {isLockedOut ? (
        <p role="alert">
          {t('pair.lockedOut')}{' '}
          <Link to="/pos/pair" className={link.link} onClick={() => setSheet(null)}>
            {t('pair.title')}
          </Link>
        </p>
      ) : (
        <SelfTestCard />
      )}
    </Sheet>
  )
}
