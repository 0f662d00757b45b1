import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { RadioChoices } from '#client/ui/fields/choices.tsx'
import link from '#client/ui/link.module.css'
import { captchas } from '#shared/school/settings/label-settings.contract.ts'
import type { SettingsValues } from '#shared/school/settings/school-settings.contract.ts'
import { readConnections } from '../settings.api.ts'
import css from '../settings.module.css'
import { SettingsField } from '../settings-field.tsx'
import { SettingsFormFrame } from '../settings-form.tsx'
import { type OpenedGroup, useSettingsForm } from '../use-settings-form.ts'

type Draft = SettingsValues<'connections'>
const asIs = (values: Draft) => values

/** The address of the listing of outside services, and what it lists now. */
export function ConnectionsPage({ opened }: { opened: OpenedGroup<'connections'> }) {
  const { t } = useTranslation('school.settings')
  const form = useSettingsForm({ group: 'connections', opened, draftOf: asIs, valuesOf: asIs })
  const { draft, change, wrong, isChanged, isSaved } = form
  return (
    <>
      <SettingsFormFrame form={form} onReopen={opened.onReopen}>
        <SettingsField
          label={t('connections.listingUrl')}
          hint={t('connections.listingUrlHint')}
          field="listingUrl"
          wrong={wrong}
          type="url"
          dir="ltr"
          maxLength={500}
          value={draft.listingUrl}
          onChange={(listingUrl) => change({ listingUrl })}
        />
        {opened.all.hasOutsideCaptcha ? (
          <RadioChoices
            title={t('connections.captcha')}
            name="captcha"
            values={captchas}
            chosen={draft.captcha ?? 'outside'}
            word={(captcha) => t(`connections.captchas.${captcha}`)}
            onChoose={(captcha) => change({ captcha })}
          />
        ) : (
          <p className={css.hint}>{t('connections.captchaOwn')}</p>
        )}
      </SettingsFormFrame>
      {!isChanged && <ConnectionList key={`${draft.listingUrl} ${isSaved}`} />}
    </>
  )
}

/** What the listing names, as the server has just fetched it; or why it could not. */
function ConnectionList() {
  const { t } = useTranslation('school.settings')
  const id = useId()
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(readConnections)
  return (
    <section aria-labelledby={id} className={css.logo}>
      <h2 id={id} className={css.section}>
        {t('connections.title')}
      </h2>
      {!answer && !failure && <p role="status">{t('connections.loading')}</p>}
      {failure && <InlineNotice tone="problem">{errorText(failure)}</InlineNotice>}
      {answer?.state === 'unset' && <p>{t('connections.unset')}</p>}
      {answer?.state === 'failed' && (
        <InlineNotice tone="problem">
          {t(`connections.failed.${answer.why}`)} <Button onClick={again}>{t('retry')}</Button>
        </InlineNotice>
      )}
      {answer?.state === 'listed' && <Listed connections={answer.connections} />}
    </section>
  )
}

type Answer = Awaited<ReturnType<typeof readConnections>>

function Listed({ connections }: Pick<Extract<Answer, { state: 'listed' }>, 'connections'>) {
  const { t } = useTranslation('school.settings')
  const pick = useBilingual()
  if (connections.length === 0) return <p>{t('connections.none')}</p>
  return (
    <ul className={css.index}>
      {connections.map(({ name, text, url }, no) => (
        <li key={no} className={css.entry}>
          <p>
            <strong>
              {url === null ? (
                <bdi>{pick(name)}</bdi>
              ) : (
                <a href={url} target="_blank" rel="noreferrer" className={link.link}>
                  <bdi>{pick(name)}</bdi>
                </a>
              )}
            </strong>
          </p>
          {text && (
            <p className={css.hint}>
              <bdi>{pick(text)}</bdi>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
