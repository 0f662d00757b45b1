// chunk: profile
import { useAtom } from 'jotai'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { themeAtom } from '#client/platform/prefs.ts'
import css from './keys-list.module.css'
import { shortcuts } from './shortcuts.ts'
import { mayDo } from './use-shortcuts.ts'

/** What the keys do for this person, and the switch for who is hindered by them. */
export function KeysList() {
  const { t } = useTranslation('frame')
  const [{ singleKeys }, choose] = useAtom(themeAtom)
  const mine = shortcuts.filter(({ deed }) => mayDo(deed))
  return (
    <>
      <dl className={css.keys} data-off={!singleKeys || undefined}>
        <div className={css.row}>
          <dt>{t('keys.search')}</dt>
          <Keys keys={['Ctrl', 'K']} />
        </div>
        {mine.map(({ keys, name }) => (
          <div key={name} className={css.row}>
            <dt>{t(`keys.${name}`)}</dt>
            <Keys keys={keys} />
          </div>
        ))}
      </dl>
      <label className={css.switch}>
        <input type="checkbox" checked={singleKeys} onChange={() => choose({ singleKeys: !singleKeys })} />
        <span>
          {t('keys.on')}
          <small>{t('keys.onHint')}</small>
        </span>
      </label>
    </>
  )
}

/** One after the other or at once, as they stand on the keyboard. */
const Keys = ({ keys }: { keys: readonly string[] }) => (
  <dd dir="ltr">
    {keys.map((key, at) => (
      <Fragment key={key}>
        {at > 0 && ' '}
        <kbd>{key.length === 1 ? key.toUpperCase() : key}</kbd>
      </Fragment>
    ))}
  </dd>
)
