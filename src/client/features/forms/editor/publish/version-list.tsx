import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import inputs from '../fields/inputs.module.css'
import { fetchVersions } from '../form-edit.api.ts'
import css from '../outline/node-panel.module.css'

/** Every version that was published: when, by whom, and what was handed in under it. */
export function VersionList({ slug }: { slug: string }) {
  const { t } = useTranslation('forms.editor')
  const pick = useBilingual()
  const format = useFormat()
  const errorText = useErrorText()
  const question = useCallback(() => fetchVersions(slug), [slug])
  const { answer, failure } = useAnswer(question)
  return (
    <section className={inputs.group}>
      <h3 className={inputs.name}>{t('versions.title')}</h3>
      {failure && <InlineNotice tone="problem">{errorText(failure)}</InlineNotice>}
      {answer && (
        <table className={css.versions}>
          <thead>
            <tr>
              {(['version', 'published', 'submissions', 'drafts'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`versions.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {answer.map(({ version, published, submissions, drafts }) => (
              <tr key={version}>
                <th scope="row" className="num">
                  {version}
                </th>
                <td>
                  <bdi>{format.dateTime(published.at)}</bdi>
                  {published.by && (
                    <>
                      {' · '}
                      <bdi>{pick(published.by)}</bdi>
                    </>
                  )}
                </td>
                <td className="num">{format.count(submissions)}</td>
                <td className="num">{format.count(drafts)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
