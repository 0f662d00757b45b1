import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { RadioChoices } from '#client/ui/fields/choices.tsx'
import link from '#client/ui/link.module.css'
import { type Regulator, regulators } from '#shared/school/regulator.rules.ts'
import type { SettingsValues } from '#shared/school/settings/school-settings.contract.ts'
import { SettingsFormFrame } from '../settings-form.tsx'
import css from '../settings.module.css'
import { type OpenedGroup, useSettingsForm } from '../use-settings-form.ts'

type Draft = SettingsValues<'regulator'>
const asIs = (values: Draft) => values

/** What follows from each regulator's rules as they are recorded here. */
const rulesOf = {
  dubai: ['money', 'notice', 'formalities', 'ages', 'documents'],
  'abu-dhabi': ['money', 'ages', 'documents'],
  'northern-emirates': ['ages', 'documents'],
  qatar: [],
  kuwait: [],
  saudi: [],
  none: [],
} as const satisfies Record<Regulator, readonly string[]>

/** The regulator whose rules the school follows. */
export function RegulatorPage({ opened }: { opened: OpenedGroup<'regulator'> }) {
  const { t } = useTranslation('school.settings')
  const form = useSettingsForm({ group: 'regulator', opened, draftOf: asIs, valuesOf: asIs })
  const { draft, change } = form
  const rules: readonly ('money' | 'notice' | 'formalities' | 'ages' | 'documents')[] = rulesOf[draft.regulator]
  return (
    <SettingsFormFrame form={form} onReopen={opened.onReopen}>
      <RadioChoices
        title={t('regulator.title')}
        name="regulator"
        values={regulators}
        chosen={draft.regulator}
        word={(regulator) => t(`regulator.names.${regulator}`)}
        onChoose={(regulator) => change({ regulator })}
      />
      {rules.length === 0 ? (
        <InlineNotice tone="info">{t('regulator.nothing')}</InlineNotice>
      ) : (
        <div>
          <p className={css.section}>{t('regulator.follows')}</p>
          <ul>
            {rules.map((rule) => (
              <li key={rule}>{t(`regulator.rules.${rule}`)}</li>
            ))}
          </ul>
        </div>
      )}
      <p className={css.hint}>{t('regulator.review')}</p>
      <p className={css.hint}>
        <Link to="/seats" className={link.link}>
          {t('regulator.more')}
        </Link>
      </p>
    </SettingsFormFrame>
  )
}
