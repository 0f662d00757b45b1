import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import editor from '#client/platform/editor/editor.module.css'
import { PublishSheet } from '#client/platform/editor/publish-sheet.tsx'
import { VersionTable } from '#client/platform/editor/version-table.tsx'
import { useMutation } from '#client/platform/use-mutation.ts'
import { isBlocking, type LetterFinding } from '#shared/letters/letter-finding.rules.ts'
import { blockId, useEditing } from '../edit-context.ts'
import { useFieldName } from '../hooks/use-field-name.ts'
import { fetchVersion, fetchVersions, publishEdit } from '../letter-edit.api.ts'
import css from './editor.module.css'

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

/** What is to be put right, and what is only told; each leads to its block. */
function FindingList({ onGo }: { onGo: () => void }) {
  const { t } = useTranslation('letters.editor')
  const { findings, template } = useEditing()
  const fieldName = useFieldName()
  const where = ({ block }: LetterFinding) => {
    const kind = block === null ? undefined : template.blocks[block]?.kind
    return block === null || !kind ? t('whole') : t('blockNo', { kind: t(`kind.${kind}`), no: block + 1 })
  }
  const go = (block: number | null) => {
    onGo()
    if (block !== null) requestAnimationFrame(() => document.getElementById(blockId(block))?.focus())
  }
  return (
    <ul className={css.findings}>
      {findings.map((finding) => {
        const { code, block, lang, field } = finding
        return (
          <li key={`${code} ${block} ${lang} ${field}`} data-bad={isBlocking(finding) || undefined}>
            <button type="button" className={css.link} onClick={() => go(block)}>
              {where(finding)}
            </button>{' '}
            {t(`finding.${code}`, {
              field: field ? fieldName(field) : '',
              language: lang ? t(`language.${lang}`) : '',
            })}
          </li>
        )
      })}
    </ul>
  )
}

interface PublishProps {
  onPublished: (version: number) => void
  onClose: () => void
}

/** What is still to be put right; else what publishing means. */
export function LetterPublishSheet({ onPublished, onClose }: PublishProps) {
  const { t } = useTranslation('letters.editor')
  const { copy, findings, letter, published, saving } = useEditing()
  const isReady = !findings.some(isBlocking)
  return (
    <PublishSheet
      copy={copy}
      saving={saving}
      version={published.version + 1}
      isReady={isReady}
      publish={(revision) => publishEdit(letter, revision)}
      onPublished={onPublished}
      onClose={onClose}
    >
      {isReady && <p>{t('publish.means')}</p>}
      {findings.length > 0 && <FindingList onGo={onClose} />}
    </PublishSheet>
  )
}
