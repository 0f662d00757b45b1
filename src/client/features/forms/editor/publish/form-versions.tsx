import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { VersionTable } from '#client/platform/editor/version-table.tsx'
import { fetchVersions } from '../form-edit.api.ts'

/** Every version of a form that was published, and what was sent under it. */
export function FormVersions({ slug }: { slug: string }) {
  const { t } = useTranslation('forms.editor')
  const format = useFormat()
  const question = useCallback(() => fetchVersions(slug), [slug])
  return (
    <VersionTable
      question={question}
      columns={[
        { head: t('versions.submissions'), render: ({ submissions }) => format.count(submissions), isNumber: true },
        { head: t('versions.drafts'), render: ({ drafts }) => format.count(drafts), isNumber: true },
      ]}
    />
  )
}
