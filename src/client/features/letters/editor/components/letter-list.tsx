import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Failure } from '#client/ui/tables/list-frame.tsx'
import table from '#client/ui/tables/list-table.module.css'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { fetchLetters } from '../letter-edit.api.ts'
import { LogoSection } from './logo-section.tsx'

/** Every letter that the school issues, for those who may change its words. */
export function LetterList() {
  const { kind, user } = useAtomValue(sessionAtom)
  return hasScopedPermission(kind, user?.authority ?? [], 'letters.edit') ? (
    <>
      <Letters />
      <LogoSection />
    </>
  ) : null
}

function Letters() {
  const { t } = useTranslation('letters.editor')
  const pick = useBilingual()
  const format = useFormat()
  const errorText = useErrorText()
  const id = useId()
  const { answer, failure, again } = useAnswer(fetchLetters)
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('list.title')}</h2>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <p role="status">{t('loading')}</p>}
      {answer && (
        <table className={table.table}>
          <thead>
            <tr>
              {(['letter', 'version', 'edited'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`list.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {answer.map(({ name, version, published, edited }) => (
              <tr key={name}>
                <th scope="row">
                  <Link to="/letters" search={{ letter: name }} className={table.open}>
                    {t(`letter.${name}`)}
                  </Link>
                </th>
                <td>
                  {version === 0 ? t('versions.ready') : t('list.no', { version })}{' '}
                  {published && <bdi>{format.dateTime(published.at)}</bdi>}
                </td>
                <td>
                  {edited && (
                    <>
                      <bdi>{edited.by ? pick(edited.by) : ''}</bdi> · <bdi>{format.dateTime(edited.at)}</bdi>
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
