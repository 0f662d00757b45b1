// chunk: hardware-sheet
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { changeHardware, hardwareAtom } from '#client/platform/hardware/hardware-settings.ts'
import { drawerAtom, hasDrawer, openDrawerHere } from '#client/platform/hardware/printing.ts'
import { notSavedReason } from '#client/platform/offline/not-saved.ts'
import { userAtom } from '#client/platform/session/session.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { hasPermission } from '#shared/kernel/roles.ts'
import { drawerLog } from '../drawer-log.ts'
import { Panel } from './panel.tsx'

const connectors = ['none', 'pin0', 'pin1'] as const
type Connector = (typeof connectors)[number]
const pinOf: Record<Connector, 0 | 1 | null> = { none: null, pin0: 0, pin1: 1 }

/** Where the drawer hangs, and a trial by a person who may open it for nothing: it is recorded like any other opening. */
export function DrawerPanel() {
  const { t } = useTranslation('pos.hardware')
  const settings = useAtomValue(hardwareAtom)
  const drawer = useAtomValue(drawerAtom)
  const { mutate, isPending } = useMutation(() => openDrawerHere(drawerLog, 'test'), { reasonOf: notSavedReason })
  const roles = useAtomValue(userAtom)?.authority ?? []
  const mayTry = hasPermission(roles, 'cash.approve') || hasPermission(roles, 'device.manage')
  const chosen = connectors.find((each) => pinOf[each] === settings.drawerPin) ?? 'none'
  return (
    <Panel no={2} title={t('drawer.title')}>
      {settings.path === 'browser' ? (
        <p className={common.smallLine}>{t('drawer.needsPrinter')}</p>
      ) : (
        <ChoiceField
          label={t('drawer.connector')}
          values={connectors}
          value={chosen}
          nameOf={(each) => t(`drawer.${each}`)}
          onChange={(each) => void changeHardware({ drawerPin: pinOf[each] })}
        />
      )}
      {mayTry ? (
        <Button
          disabled={!hasDrawer(settings)}
          isWorking={isPending}
          data-action="test-drawer"
          onClick={() => void mutate()}
        >
          {t('drawer.open')}
        </Button>
      ) : (
        <p className={common.smallLine}>{t('drawer.whoTries')}</p>
      )}
      {drawer?.cause === 'test' && drawer.state !== 'none' && (
        <InlineNotice tone={drawer.state === 'opened' ? 'info' : 'warning'}>{t(`drawer.${drawer.state}`)}</InlineNotice>
      )}
    </Panel>
  )
}
