import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import table from '#client/ui/tables/list-table.module.css'
import { useEditing } from '../edit-context.ts'
import { fetchVersion, fetchVersions } from '../letter-edit.api.ts'
import css from './editor.module.css'

/** Every version: when, by whom, how many letters were issued of it; each can be gone back to, the ready one too. */
export function VersionList() {
  const { t } = useTranslation('letters.editor')
  const pick = useBilingual()
  const format = useFormat()
  const errorText = useErrorText()
  const { letter, change, published: current } = useEditing()
  const question = useCallback(() => fetchVersions(letter), [letter])
  const { answer, failure } = useAnswer(question)
  const fetching = useMutation((version: number) => fetchVersion(letter, version), { onSuccess: change })
  const wrong = failure ?? fetching.error
  return (
    <section className={css.versions}>
      <h2>{t('versions.title')}</h2>
      {wrong && <InlineNotice tone="problem">{errorText(wrong)}</InlineNotice>}
      {answer && (
        <table className={table.table}>
          <thead>
            <tr>
              {(['version', 'published', 'letters', 'take'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`versions.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {answer.map(({ version, published, letters }) => (
              <tr key={version}>
                <th scope="row">
                  {version === 0 ? t('versions.ready') : version}
                  {version === current.version && ` · ${t('versions.current')}`}
                </th>
                <td>
                  {published && (
                    <>
                      <bdi>{format.dateTime(published.at)}</bdi> <bdi>{published.by ? pick(published.by) : ''}</bdi>
                    </>
                  )}
                </td>
                <td className="num">{letters}</td>
                <td>
                  <button type="button" className={css.link} onClick={() => void fetching.mutate(version)}>
                    {t(version === 0 ? 'versions.reset' : 'versions.back', { version })}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
