import type { ComponentType } from 'react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import common from '#client/ui/common.module.css'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { useEditing } from '../edit-context.ts'
import inputs from '../fields/inputs.module.css'
import { previewable } from '../previewable.ts'
import css from './preview-pane.module.css'

/** The form as families get it, in one language. It is of another feature: the route brings it. */
export type Preview = ComponentType<{ definition: FormDefinition; language: 'en' | 'ar'; page: number }>

/** The form as it stands, at the width of a telephone, to be tried out in either language. */
export function PreviewPane({ Preview }: { Preview: Preview }) {
  const { t, i18n } = useTranslation('forms.editor')
  const { form, selected } = useEditing()
  const [language, setLanguage] = useState<'en' | 'ar'>(i18n.language === 'ar' ? 'ar' : 'en')
  const definition = useMemo(() => previewable(form), [form])
  const page = Math.min(Number(selected.split('.')[1] ?? 0), Math.max(0, definition.pages.length - 1))
  return (
    <section className={css.pane} aria-label={t('preview.title')}>
      <div className={css.head}>
        <h2 className={common.name}>{t('preview.title')}</h2>
        <div className={css.languages} role="group" aria-label={t('preview.language')}>
          {(['en', 'ar'] as const).map((lng) => (
            <button
              key={lng}
              type="button"
              className={inputs.button}
              aria-pressed={language === lng}
              onClick={() => setLanguage(lng)}
            >
              {t(`language.${lng}`)}
            </button>
          ))}
        </div>
      </div>
      <p className={common.smallLine}>{t('preview.note')}</p>
      <div className={css.phone} lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'}>
        <Preview definition={definition} language={language} page={page} />
      </div>
    </section>
  )
}
