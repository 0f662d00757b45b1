// chunk: hardware-sheet
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeHardware, hardwareAtom } from '#client/platform/hardware/hardware-settings.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { Panel } from './panel.tsx'

/** The second window. It is told what to show, and asks nothing; closing it changes nothing. */
export function DisplayPanel() {
  const { t } = useTranslation('pos.hardware')
  const { hasDisplay } = useAtomValue(hardwareAtom)
  const [isBlocked, setIsBlocked] = useState(false)
  const openWindow = () => setIsBlocked(!open('/pos-display', 'customer-display', 'popup,width=1024,height=768'))
  return (
    <Panel no={4} title={t('display.title')}>
      <p className={common.smallLine}>{t('display.about')}</p>
      <CheckboxField
        label={t('display.on')}
        checked={hasDisplay}
        onChange={(isOn) => void changeHardware({ hasDisplay: isOn })}
      />
      <Button disabled={!hasDisplay} data-action="open-display" onClick={openWindow}>
        {t('display.open')}
      </Button>
      {isBlocked && <InlineNotice tone="warning">{t('display.blocked')}</InlineNotice>}
    </Panel>
  )
}
