import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import type { SettingsValues } from '#shared/school/settings/school-settings.contract.ts'
import { BothFields, SettingsField } from '../settings-field.tsx'
import { SettingsFormFrame } from '../settings-form.tsx'
import { readPublicInfo } from '../settings.api.ts'
import css from '../settings.module.css'
import { type OpenedGroup, useSettingsForm } from '../use-settings-form.ts'

type Draft = SettingsValues<'names'>
const asIs = (values: Draft) => values

/** Names of the school, its addresses, and how people reach it. */
export function NamesPage({ opened }: { opened: OpenedGroup<'names'> }) {
  const { t } = useTranslation('school.settings')
  const form = useSettingsForm({ group: 'names', opened, draftOf: asIs, valuesOf: asIs })
  const { draft, change, wrong } = form
  return (
    <SettingsFormFrame form={form} onReopen={opened.onReopen}>
      <BothFields
        label={t('names.name')}
        field="name"
        wrong={wrong}
        maxLength={120}
        value={draft.name}
        onChange={(name) => change({ name })}
      />
      <SettingsField
        label={t('names.website')}
        hint={t('names.websiteHint')}
        field="website"
        wrong={wrong}
        type="url"
        dir="ltr"
        maxLength={300}
        value={draft.website}
        onChange={(website) => change({ website })}
      />
      <SettingsField
        label={t('names.lmsUrl')}
        hint={t('names.lmsUrlHint')}
        field="lmsUrl"
        wrong={wrong}
        type="url"
        dir="ltr"
        maxLength={300}
        value={draft.lmsUrl}
        onChange={(lmsUrl) => change({ lmsUrl })}
      />
      <SettingsField
        label={t('names.enquiryUrl')}
        hint={t('names.enquiryUrlHint')}
        field="enquiryUrl"
        wrong={wrong}
        type="url"
        dir="ltr"
        maxLength={300}
        value={draft.enquiryUrl ?? ''}
        onChange={(enquiryUrl) => change({ enquiryUrl })}
      />
      <ContactFields contact={draft.contact} wrong={wrong} onChange={(contact) => change({ contact })} />
      <PublicInfo key={opened.standing.version} />
    </SettingsFormFrame>
  )
}

interface ContactProps {
  contact: Draft['contact']
  wrong: readonly string[]
  onChange: (contact: Draft['contact']) => void
}

/** How people reach the school. */
function ContactFields({ contact, wrong, onChange }: ContactProps) {
  const { t } = useTranslation('school.settings')
  return (
    <fieldset className={css.group}>
      <legend>{t('names.contact')}</legend>
      <p className={css.hint}>{t('names.contactHint')}</p>
      <div className={css.pair}>
        <SettingsField
          label={t('names.email')}
          field="contact.email"
          wrong={wrong}
          type="email"
          maxLength={200}
          value={contact.email}
          onChange={(email) => onChange({ ...contact, email })}
        />
        <SettingsField
          label={t('names.phone')}
          field="contact.phone"
          wrong={wrong}
          type="tel"
          maxLength={40}
          value={contact.phone}
          onChange={(phone) => onChange({ ...contact, phone })}
        />
      </div>
    </fieldset>
  )
}

/** What the school says publicly of itself, as others read it now. */
function PublicInfo() {
  const { t } = useTranslation('school.settings')
  const pick = useBilingual()
  const errorText = useErrorText()
  const { answer: info, failure } = useAnswer(readPublicInfo)
  const lines = info
    ? ([
        ['name', pick(info.name)],
        ['website', info.website],
        ['email', info.contact?.email],
        ['phone', info.contact?.phone],
        ['publicDates', info.dates.map(({ label }) => pick(label)).join(' · ')],
      ] as const)
    : []
  return (
    <details className={css.publicInfo}>
      <summary>{t('names.public')}</summary>
      <p>{t('names.publicHint')}</p>
      {failure && <p role="alert">{errorText(failure)}</p>}
      <dl>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`names.${name}`)}</dt>
            <dd>
              <bdi>{value || t('names.publicNone')}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
