import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import table from '#client/ui/tables/list-table.module.css'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { useAnswer } from '../use-answer.ts'
import css from './editor.module.css'

interface Version {
  version: number
  /** Null where it was there from the beginning. */
  published: { at: string; by: Bilingual | null } | null
}

interface Column<T> {
  head: string
  render: (row: T) => ReactNode
  isNumber?: boolean
}

interface VersionTableProps<T extends Version> {
  /** Asks for the versions, newest first; the same function at every drawing. */
  question: () => Promise<readonly T[]>
  nameOf?: (row: T) => ReactNode
  /** What is told of each besides its number, when and by whom. */
  columns: readonly Column<T>[]
  /** What went wrong with something done from here. */
  problem?: MessageId | undefined
}

/** Every version that was published: when, by whom, and what came of it. */
export function VersionTable<T extends Version>({ question, nameOf, columns, problem }: VersionTableProps<T>) {
  const { t } = useTranslation('editor')
  const pick = useBilingual()
  const format = useFormat()
  const errorText = useErrorText()
  const { answer, failure } = useAnswer(question)
  const wrong = failure ?? problem
  return (
    <section className={css.versions}>
      <h2>{t('versions.title')}</h2>
      {wrong && <InlineNotice tone="problem">{errorText(wrong)}</InlineNotice>}
      {answer && (
        <table className={table.table}>
          <thead>
            <tr>
              {[t('versions.version'), t('versions.published'), ...columns.map(({ head }) => head)].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {answer.map((row) => (
              <tr key={row.version}>
                <th scope="row">{nameOf ? nameOf(row) : format.count(row.version)}</th>
                <td>
                  {row.published && (
                    <>
                      <bdi>{format.dateTime(row.published.at)}</bdi>
                      {row.published.by && (
                        <>
                          {' · '}
                          <bdi>{pick(row.published.by)}</bdi>
                        </>
                      )}
                    </>
                  )}
                </td>
                {columns.map(({ head, render, isNumber = false }) => (
                  <td key={head} className={isNumber ? 'num' : undefined}>
                    {render(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
