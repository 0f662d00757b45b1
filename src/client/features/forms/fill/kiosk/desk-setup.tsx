import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { chooseDeskForms } from '#client/platform/offline/desk.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { ActionButton } from '#client/ui/action-button.tsx'
import { fetchFormList } from '../form.api.ts'
import css from './kiosk-screen.module.css'

/** Right after pairing, while staff stand here: which forms this desk offers. */
export function DeskSetup({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('forms.kiosk')
  const pick = useBilingual()
  const { answer, failure, again } = useAnswer(fetchFormList)
  const [chosen, setChosen] = useState<readonly string[]>(['enquiry'])
  const save = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (chosen.length === 0) return
    await chooseDeskForms(chosen)
    onDone()
  }
  const toggle = (slug: string) =>
    setChosen((now) => (now.includes(slug) ? now.filter((each) => each !== slug) : [...now, slug]))
  return (
    <form className={css.box} onSubmit={(event) => void save(event)}>
      <h1 className={css.title}>{t('setup.title')}</h1>
      {failure && (
        <p className={css.error} role="alert">
          {t('setup.failed')}{' '}
          <button type="button" className={css.plain} onClick={again}>
            {t('setup.again')}
          </button>
        </p>
      )}
      <div className={css.choices}>
        {answer?.map(({ slug, title }) => (
          <label key={slug} className={css.choice}>
            <input type="checkbox" checked={chosen.includes(slug)} onChange={() => toggle(slug)} />
            {pick(title)}
          </label>
        ))}
      </div>
      {chosen.length === 0 && (
        <p className={css.error} role="alert">
          {t('setup.none')}
        </p>
      )}
      <ActionButton>{t('setup.save')}</ActionButton>
    </form>
  )
}
