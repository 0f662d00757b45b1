import { useTranslation } from 'react-i18next'
import css from '../components/editor.module.css'
import { Tick } from '../components/inputs.tsx'
import { useEditing } from '../edit-context.ts'
import lines from './lines.module.css'

/** What the document is called, and whether it has the school's head. */
export function TitleParts() {
  const { t } = useTranslation('letters.editor')
  const { template, change } = useEditing()
  const { title, letterhead } = template
  return (
    <section className={css.card} aria-label={t('whole')}>
      <div className={lines.pair}>
        {(['en', 'ar'] as const).map((lang) => (
          <label key={lang} className={css.choice}>
            {t('line.label', { name: t('title'), language: t(`language.${lang}`) })}
            <input
              className={css.input}
              lang={lang}
              dir={lang === 'ar' ? 'rtl' : 'ltr'}
              maxLength={120}
              value={title[lang]}
              aria-invalid={title[lang].trim() === '' || undefined}
              onChange={(event) =>
                change({ ...template, title: { ...title, [lang]: event.currentTarget.value } }, `title.${lang}`)
              }
            />
          </label>
        ))}
      </div>
      <Tick name={t('letterhead')} isOn={letterhead} onTurn={(isOn) => change({ ...template, letterhead: isOn })} />
    </section>
  )
}
