import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import editor from '#client/platform/editor/editor.module.css'
import { VersionTable } from '#client/platform/editor/version-table.tsx'
import { useMutation } from '#client/platform/use-mutation.ts'
import { useEditing } from '../edit-context.ts'
import { fetchVersion, fetchVersions } from '../letter-edit.api.ts'

/** Every version, and how many letters were issued of it; each can be gone back to, the ready one too. */
export function LetterVersions() {
  const { t } = useTranslation('letters.editor')
  const format = useFormat()
  const { letter, change, published: current } = useEditing()
  const question = useCallback(() => fetchVersions(letter), [letter])
  const { mutate, error } = useMutation((version: number) => fetchVersion(letter, version), { onSuccess: change })
  return (
    <VersionTable
      question={question}
      problem={error}
      nameOf={({ version }) =>
        `${version === 0 ? t('versions.ready') : version}${version === current.version ? ` · ${t('versions.current')}` : ''}`
      }
      columns={[
        { head: t('versions.letters'), render: ({ letters }) => format.count(letters), isNumber: true },
        {
          head: t('versions.take'),
          render: ({ version }) => (
            <button type="button" className={editor.link} onClick={() => void mutate(version)}>
              {t(version === 0 ? 'versions.reset' : 'versions.back', { version })}
            </button>
          ),
        },
      ]}
    />
  )
}
