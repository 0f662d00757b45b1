import { type SyntheticEvent, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { ErrorSummary } from '#client/ui/fields/error-summary.tsx'
import { NumberField } from '#client/ui/fields/text-field.tsx'
import type { FaceSettings } from '#shared/faces/face-settings.contract.ts'
import { BandFields } from '../calibration/band-fields.tsx'
import css from '../components/desk-page.module.css'
import type { SettingsPart } from './settings-merge.ts'
import { type BandKey, faceModes, type WrongField } from './settings-values.ts'
import { type SettingsWork, useSettingsWork } from './use-settings-work.ts'

interface SettingsConflictProps {
  parts: readonly SettingsPart[]
  onTheirs: () => void
  onMine: () => void
}

/** Somebody else has changed the same meanwhile: a person says whose word counts. Nothing happens unasked. */
function SettingsConflict({ parts, onTheirs, onMine }: SettingsConflictProps) {
  const { t } = useTranslation('faces.administration')
  const names = {
    capMinor: t('settings.cap.name'),
    galleryHours: t('settings.galleryHours.name'),
    fallbackDays: t('settings.fallbackDays.name'),
    acceptedWording: t('settings.acceptedWording.name'),
    chooseByName: t('settings.chooseByName.name'),
    keepsPictures: t('settings.keepsPictures.name'),
  }
  const nameOf = (part: SettingsPart): string => {
    const mode = faceModes.find((each) => part === `bands.${each}`)
    return mode ? t(`mode.${mode}.name`) : names[part as keyof typeof names]
  }
  return (
    <div role="alert" className={css.card} data-tone="warn">
      <h3>{t('settings.clash.title')}</h3>
      <p>{t('settings.clash.text')}</p>
      <ul>
        {parts.map((part) => (
          <li key={part}>{nameOf(part)}</li>
        ))}
      </ul>
      <div className={css.actions}>
        <Button onClick={onTheirs}>{t('settings.clash.theirs')}</Button>
        <Button onClick={onMine}>{t('settings.clash.mine')}</Button>
      </div>
    </div>
  )
}

const none: readonly WrongField[] = []

interface SettingsFormProps {
  settings: FaceSettings
  onSaved: () => void
}

export function SettingsForm({ settings, onSaved }: SettingsFormProps) {
  const { t } = useTranslation('faces.administration')
  const errorText = useErrorText()
  const nameOf = useFieldName()
  const work = useSettingsWork(settings, onSaved)
  const { draft, outcome, isChanged, error } = work
  const { wrong = none, clash } = outcome
  // The same ones until the next save: the summary takes the focus with new ones, also while somebody types.
  const problems = useMemo(
    () => wrong.map((inputId) => ({ inputId, message: t('settings.wrongField', { name: nameOf(inputId) }) })),
    [wrong, nameOf, t],
  )
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void work.save()
  }
  return (
    <form className={common.stack} noValidate aria-label={t('place.settings')} onSubmit={submit}>
      <ErrorSummary title={t('settings.wrong')} problems={problems} />
      <h2 className={css.section}>{t('settings.rules')}</h2>
      <PlainSettings work={work} />
      <h2 className={css.section}>{t('settings.bands')}</h2>
      <p className={css.lead}>{t('settings.bandsLead')}</p>
      {faceModes.map((mode) => (
        <BandFields
          key={mode}
          mode={mode}
          band={draft.bands[mode]}
          people={settings.people}
          wrong={wrong}
          onChange={(band) => work.change({ bands: { ...draft.bands, [mode]: band } })}
        />
      ))}
      {clash && (
        <SettingsConflict
          parts={clash.parts}
          onTheirs={() => work.takeTheirs(clash)}
          onMine={() => void work.insist(clash)}
        />
      )}
      {error && (
        <InlineNotice tone="problem">
          {errorText(error)} {t('settings.kept')}
        </InlineNotice>
      )}
      <div className={css.foot}>
        <Button kind="main" type="submit" isWorking={work.isPending} disabled={!isChanged}>
          {t('settings.save')}
        </Button>
        {isChanged && <Button onClick={work.drop}>{t('settings.drop')}</Button>}
        <p role="status" className={common.soft}>
          {isChanged ? t('settings.unsaved') : outcome.isSaved && t('settings.saved')}
        </p>
      </div>
    </form>
  )
}

/** Answers a function from a field to its name. */
function useFieldName(): (field: WrongField) => string {
  const { t } = useTranslation('faces.administration')
  return useCallback(
    (field) => {
      const [, mode, key] = field.split('-')
      const known = faceModes.find((each) => each === mode)
      if (known) return `${t(`mode.${known}.name`)}, ${t(`band.${key as BandKey}.name`)}`
      return t(`settings.${field as 'cap'}.name`)
    },
    [t],
  )
}

const numbers = ['cap', 'galleryHours', 'fallbackDays', 'acceptedWording'] as const

/** The rules that need no measuring: how much, how long, by name or not. */
function PlainSettings({ work: { draft, outcome, change } }: { work: SettingsWork }) {
  const { t } = useTranslation('faces.administration')
  const format = useFormat()
  const wrong = outcome.wrong ?? []
  return (
    <>
      <div className={css.numbers}>
        {numbers.map((name) => (
          <NumberField
            key={name}
            id={name}
            label={name === 'cap' ? `${t('settings.cap.name')} (${format.currencyName()})` : t(`settings.${name}.name`)}
            hint={t(`settings.${name}.help`)}
            value={draft[name]}
            aria-invalid={wrong.includes(name)}
            inputMode={name === 'cap' ? 'decimal' : 'numeric'}
            onChange={(text) => change({ [name]: text })}
          />
        ))}
      </div>
      <CheckboxField
        label={
          <>
            {t('settings.chooseByName.name')}: {t('settings.chooseByName.help')}
          </>
        }
        checked={draft.chooseByName}
        onChange={(isChecked) => change({ chooseByName: isChecked })}
      />
      <CheckboxField
        label={
          <>
            {t('settings.keepsPictures.name')}: {t('settings.keepsPictures.help')}
          </>
        }
        checked={draft.keepsPictures}
        onChange={(isChecked) => change({ keepsPictures: isChecked })}
      />
    </>
  )
}
