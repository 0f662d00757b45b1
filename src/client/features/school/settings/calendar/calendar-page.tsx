import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { CheckboxChoices, RadioChoices } from '#client/ui/fields/choices.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { Language } from '#shared/kernel/fields.ts'
import type { SettingsValues } from '#shared/school/settings/school-settings.contract.ts'
import { useFieldState } from '../settings-field.tsx'
import { SettingsFormFrame } from '../settings-form.tsx'
import { type OpenedGroup, useSettingsForm } from '../use-settings-form.ts'

type Draft = SettingsValues<'calendar'>
const asIs = (values: Draft) => values

/** Half hours from midnight to six. */
const cutovers = Array.from({ length: 13 }, (_, no) => no * 30)

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** The school's own day and its first language. */
export function CalendarPage({ opened }: { opened: OpenedGroup<'calendar'> }) {
  const { t } = useTranslation('school.settings')
  const form = useSettingsForm({ group: 'calendar', opened, draftOf: asIs, valuesOf: asIs })
  const { draft, change, wrong } = form
  const zones = useMemo(() => [...new Set([draft.timeZone, ...Intl.supportedValuesOf('timeZone')])], [draft.timeZone])
  const zone = useFieldState({ field: 'timeZone', wrong })
  const cutover = useFieldState({ field: 'cutoverMinute', wrong })
  const minutes = [...new Set([...cutovers, draft.cutoverMinute])].toSorted((a, b) => a - b)
  return (
    <SettingsFormFrame form={form} onReopen={opened.onReopen}>
      <RadioChoices
        title={t('calendar.language')}
        name="language"
        values={Language.options}
        chosen={draft.language}
        word={(language) => t(`calendar.languages.${language}`)}
        onChoose={(language) => change({ language })}
      />
      <CheckboxChoices
        title={t('calendar.offered')}
        values={Language.options}
        chosen={draft.languages ?? Language.options}
        word={(language) => t(`calendar.languages.${language}`)}
        onChoose={(languages) => change({ languages })}
      />
      <SelectField
        {...zone}
        label={t('calendar.timeZone')}
        hint={t('calendar.timeZoneHint')}
        dir="ltr"
        value={draft.timeZone}
        onChange={(timeZone) => change({ timeZone })}
      >
        {zones.map((name) => (
          <option key={name} value={name}>
            {name.replaceAll('_', ' ')}
          </option>
        ))}
      </SelectField>
      <SelectField
        {...cutover}
        label={t('calendar.cutover')}
        hint={t('calendar.cutoverHint')}
        value={String(draft.cutoverMinute)}
        onChange={(minute) => change({ cutoverMinute: Number(minute) })}
      >
        {minutes.map((minute) => (
          <option key={minute} value={minute}>
            {clock(minute)}
          </option>
        ))}
      </SelectField>
    </SettingsFormFrame>
  )
}
