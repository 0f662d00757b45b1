import { useTranslation } from 'react-i18next'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { RadioChoices } from '#client/ui/fields/choices.tsx'
import type { SettingsValues } from '#shared/school/settings/school-settings.contract.ts'
import css from '../settings.module.css'

type Frame = NonNullable<SettingsValues<'look'>['frame']>

interface FrameProps {
  frame: Frame
  onChange: (frame: Frame) => void
}

/** How the frame of the app looks to people who have chosen nothing in their own theme. */
export function FrameFields({ frame, onChange }: FrameProps) {
  const { t } = useTranslation(['school.settings', 'frame'])
  return (
    <fieldset className={css.group}>
      <legend>{t('look.frame')}</legend>
      <p className={css.hint}>{t('look.frameHint')}</p>
      <RadioChoices
        title={t('frame:theme.size')}
        name="controlSize"
        values={['xs', 'sm', 'md', 'lg']}
        chosen={frame.controlSize}
        word={(size) => t(`frame:theme.sizes.${size}`)}
        onChoose={(controlSize) => onChange({ ...frame, controlSize })}
      />
      <RadioChoices
        title={t('frame:theme.nav')}
        name="navMode"
        values={['light', 'transparent']}
        chosen={frame.navMode}
        word={(mode) => t(`frame:theme.navs.${mode}`)}
        onChoose={(navMode) => onChange({ ...frame, navMode })}
      />
      <CheckboxField
        label={t('frame:theme.collapse')}
        checked={frame.sideNavCollapse}
        onChange={(sideNavCollapse) => onChange({ ...frame, sideNavCollapse })}
      />
      <CheckboxField
        label={t('frame:theme.bordered')}
        checked={frame.cardBordered}
        onChange={(cardBordered) => onChange({ ...frame, cardBordered })}
      />
    </fieldset>
  )
}
