import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { RadioChoices } from '#client/ui/fields/choices.tsx'
import { contrastWithWhite, readableBrand, wantedContrast } from '#shared/school/brand.rules.ts'
import type { SettingsValues } from '#shared/school/settings/school-settings.contract.ts'
import css from '../settings.module.css'
import { SettingsField } from '../settings-field.tsx'
import { SettingsFormFrame } from '../settings-form.tsx'
import { type OpenedGroup, useSettingsForm } from '../use-settings-form.ts'
import { refreshAppIcons } from './app-icons.ts'
import { LogoSection } from './logo-section.tsx'

type Draft = SettingsValues<'look'>
const asIs = (values: Draft) => values

/** Logo, colour and brightness of all pages, and the icon of the installed app. */
export function LookPage({ opened }: { opened: OpenedGroup<'look'> }) {
  const { t } = useTranslation('school.settings')
  const form = useSettingsForm({ group: 'look', opened, draftOf: asIs, valuesOf: asIs })
  const { draft, change, wrong, isSaved } = form
  // The icon may show the name, the colour or the logo, each of which may have changed since it was drawn.
  useEffect(() => void refreshAppIcons(), [])
  useEffect(() => {
    if (isSaved) void refreshAppIcons()
  }, [isSaved])
  return (
    <>
      <LogoSection version={opened.all.logo.version} changed={opened.all.logo.changed} />
      <SettingsFormFrame form={form} onReopen={opened.onReopen}>
        <BrandField brand={draft.brand} wrong={wrong} onChange={(brand) => change({ brand })} />
        <RadioChoices
          title={t('look.mode')}
          name="mode"
          values={['light', 'dark']}
          chosen={draft.mode}
          word={(mode) => t(`look.modes.${mode}`)}
          onChoose={(mode) => change({ mode })}
        />
        <RadioChoices
          title={t('look.icon')}
          name="icon"
          values={['initial', 'logo']}
          chosen={draft.icon}
          word={(icon) => t(`look.icons.${icon}`)}
          onChoose={(icon) => change({ icon })}
        />
        {draft.frame && <FrameFields frame={draft.frame} onChange={(frame) => change({ frame })} />}
      </SettingsFormFrame>
    </>
  )
}

const isColour = (hex: string): boolean => /^#[0-9a-f]{6}$/i.test(hex)

interface BrandProps {
  brand: string
  wrong: readonly string[]
  onChange: (brand: string) => void
}

/** The school's colour, how well white text reads on it, and the nearest shade where it does. */
function BrandField({ brand, wrong, onChange }: BrandProps) {
  const { t } = useTranslation('school.settings')
  const format = useFormat()
  const contrast = isColour(brand) ? contrastWithWhite(brand) : undefined
  const isPale = contrast !== undefined && contrast < wantedContrast
  const darker = readableBrand(brand)
  const tenths = (ratio: number) => format.count(Math.floor(ratio * 10) / 10)
  return (
    <fieldset className={css.group}>
      <legend>{t('look.brand')}</legend>
      <p className={css.hint}>{t('look.brandHint')}</p>
      <div className={css.colour}>
        <input
          type="color"
          className={css.swatch}
          aria-label={t('look.pick')}
          value={isColour(brand) ? brand : '#000000'}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <SettingsField
          label={t('look.code')}
          field="brand"
          wrong={wrong}
          dir="ltr"
          maxLength={7}
          value={brand}
          onChange={(typed) => onChange(typed.trim())}
        />
        {contrast !== undefined && (
          <span className={css.sample} style={{ background: isPale ? darker : brand }}>
            {t('look.sample')}
          </span>
        )}
      </div>
      {contrast !== undefined && !isPale && (
        <p className={css.hint} role="status">
          {t('look.readable', { ratio: tenths(contrast) })}
        </p>
      )}
      {isPale && (
        <InlineNotice tone="warning" isBoxed>
          <p>{t('look.pale', { ratio: tenths(contrast), wanted: tenths(wantedContrast) })}</p>
          <Button onClick={() => onChange(darker)}>
            {t('look.darker')} <bdi dir="ltr">{darker}</bdi>
          </Button>
        </InlineNotice>
      )}
    </fieldset>
  )
}

type Frame = NonNullable<SettingsValues<'look'>['frame']>

interface FrameProps {
  frame: Frame
  onChange: (frame: Frame) => void
}

/** How the frame of the app looks to people who have chosen nothing in their own theme. */
function FrameFields({ frame, onChange }: FrameProps) {
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
