import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { SettingsValues } from '#shared/school/settings/school-settings.contract.ts'
import css from '../settings.module.css'
import { BothFields } from '../settings-field.tsx'
import { SettingsFormFrame } from '../settings-form.tsx'
import { type OpenedGroup, useSettingsForm } from '../use-settings-form.ts'

type Draft = SettingsValues<'texts'>
const asIs = (values: Draft) => values

const mostTexts = 6

/** What the school says to visitors: words of welcome, its terms and its privacy policy. */
export function TextsPage({ opened }: { opened: OpenedGroup<'texts'> }) {
  const { t } = useTranslation('school.settings')
  const form = useSettingsForm({ group: 'texts', opened, draftOf: asIs, valuesOf: asIs })
  const { draft, change, wrong } = form
  return (
    <SettingsFormFrame form={form} onReopen={opened.onReopen}>
      <WelcomeFields texts={draft.swiperText} wrong={wrong} onChange={(swiperText) => change({ swiperText })} />
      <PageFields page={draft.page ?? noPage} wrong={wrong} onChange={(page) => change({ page })} />
      {(['terms', 'privacy'] as const).map((text) => (
        <fieldset key={text} className={css.group}>
          <legend>{t(`texts.${text}`)}</legend>
          <p className={css.hint}>{t('texts.legalHint')}</p>
          <BothFields
            label={t(`texts.${text}`)}
            field={text}
            wrong={wrong}
            maxLength={20_000}
            rows={10}
            value={draft[text]}
            onChange={(value) => change({ [text]: value })}
          />
        </fieldset>
      ))}
    </SettingsFormFrame>
  )
}

type Page = NonNullable<Draft['page']>
const noPage: Page = { title: { en: '', ar: '' }, text: { en: '', ar: '' } }

interface PageProps {
  page: Page
  wrong: readonly string[]
  onChange: (page: Page) => void
}

function PageFields({ page, wrong, onChange }: PageProps) {
  const { t } = useTranslation('school.settings')
  return (
    <fieldset className={css.group}>
      <legend>{t('texts.page')}</legend>
      <p className={css.hint}>{t('texts.pageHint')}</p>
      <BothFields
        label={t('texts.pageTitle')}
        field="page.title"
        wrong={wrong}
        maxLength={120}
        value={page.title}
        onChange={(title) => onChange({ ...page, title })}
      />
      <BothFields
        label={t('texts.pageText')}
        field="page.text"
        wrong={wrong}
        maxLength={2000}
        rows={4}
        value={page.text}
        onChange={(text) => onChange({ ...page, text })}
      />
    </fieldset>
  )
}

interface WelcomeProps {
  texts: readonly Bilingual[]
  wrong: readonly string[]
  onChange: (texts: Bilingual[]) => void
}

function WelcomeFields({ texts, wrong, onChange }: WelcomeProps) {
  const { t } = useTranslation('school.settings')
  return (
    <fieldset className={css.group}>
      <legend>{t('texts.welcome')}</legend>
      <p className={css.hint}>{t('texts.welcomeHint')}</p>
      {texts.map((text, no) => (
        <div key={no} className={css.row}>
          <BothFields
            label={t('texts.welcomeNo', { no: no + 1 })}
            field={`swiperText.${no}`}
            wrong={wrong}
            maxLength={200}
            value={text}
            onChange={(value) => onChange(texts.with(no, value))}
          />
          <Button onClick={() => onChange(texts.filter((_, at) => at !== no))}>
            {t('texts.remove', { no: no + 1 })}
          </Button>
        </div>
      ))}
      {texts.length < mostTexts && (
        <div>
          <Button onClick={() => onChange([...texts, { en: '', ar: '' }])}>{t('texts.add')}</Button>
        </div>
      )}
    </fieldset>
  )
}
