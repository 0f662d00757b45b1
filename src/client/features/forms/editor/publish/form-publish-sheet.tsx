import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { PublishSheet } from '#client/platform/editor/publish-sheet.tsx'
import type { SavedCopy, Saving } from '#client/platform/editor/saved-copy.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { Finding } from '#shared/forms/editor/form-finding.rules.ts'
import type { FormDefinition, Part } from '#shared/forms/form-definition.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { editId, useEditing } from '../edit-context.ts'
import { nodeOf, valueAt } from '../edit-tree.ts'
import { focusLater } from '../focus.ts'
import { type ChangeKind, changesBetween } from '../form-diff.rules.ts'
import { fetchEffect, publishEdit } from '../form-edit.api.ts'
import { useFindingText } from './findings.tsx'
import css from './publish-sheet.module.css'

/** Everything that is still to be put right, each with the way to it. */
function FindingList({ onGo }: { onGo: () => void }) {
  const { t } = useTranslation('forms.editor')
  const pick = useBilingual()
  const text = useFindingText()
  const { form, findings, select } = useEditing()
  const nameOf = (path: string) => {
    const node = valueAt(form, nodeOf(path)) as
      | { type?: Part['type']; label?: Bilingual; title?: Bilingual }
      | undefined
    const name = pick(node?.label ?? node?.title ?? { en: '', ar: '' })
    return name || (node?.type ? t('unnamed', { type: t(`type.${node.type}`) }) : t('untitled'))
  }
  const sentenceOf = (finding: Finding) => `${nameOf(finding.path)}: ${text(finding)}`
  // Ten choices without a name are one thing to do.
  const sentences = new Map(
    findings.map((finding): [string, string] => [sentenceOf(finding), finding.path]).toReversed(),
  )
  const go = (path: string) => {
    onGo()
    select(nodeOf(path))
    // The input is there once its panel is drawn, and may lie in what was folded away.
    focusLater(() => {
      const input = document.getElementById(editId(path))
      input?.closest('details')?.setAttribute('open', '')
      return input
    })
  }
  return (
    <ul className={css.list}>
      {[...sentences].toReversed().map(([sentence, path]) => (
        <li key={sentence}>
          <button type="button" className={css.link} onClick={() => go(path)}>
            {sentence}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** What somebody who has begun may notice. */
const heavy: ReadonlySet<ChangeKind> = new Set(['removed', 'now-required', 'choices-removed', 'office'])

/** What the working copy changes, question by question. */
function ChangeList({ before }: { before: FormDefinition }) {
  const { t } = useTranslation('forms.editor')
  const pick = useBilingual()
  const { form } = useEditing()
  const changes = changesBetween(before, form)
  return (
    <section>
      <h3 className={css.title}>{t('change.title')}</h3>
      {changes.length === 0 && <p>{t('change.none')}</p>}
      <ul className={css.list}>
        {changes.map(({ kind, key, label, choices = [] }) => (
          <li key={`${kind} ${key}`} data-weight={heavy.has(kind) ? 'heavy' : undefined}>
            {t(`change.${kind}`, { question: pick(label) || key, choices: choices.map(pick).join(t('change.and')) })}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface PublishProps {
  copy: SavedCopy<FormDefinition>
  saving: Saving
  onPublished: (version: number) => void
  onClose: () => void
}

/** What is still to be put right; else what the new version changes, and for whom. */
export function FormPublishSheet({ copy, saving, onPublished, onClose }: PublishProps) {
  const { t } = useTranslation('forms.editor')
  const { published, findings, slug } = useEditing()
  return (
    <PublishSheet
      copy={copy}
      saving={saving}
      version={(published?.version ?? 0) + 1}
      isReady={findings.length === 0}
      publish={(revision) => publishEdit(slug, revision)}
      onPublished={onPublished}
      onClose={onClose}
    >
      {findings.length > 0 ? (
        <FindingList onGo={onClose} />
      ) : (
        <>
          {published ? <ChangeList before={published.definition} /> : <p>{t('publish.first')}</p>}
          {published && saving === 'saved' && <Effect copy={copy} />}
        </>
      )}
    </PublishSheet>
  )
}

/** What becomes of those who have begun: counted at the server, and said of phones as it is. */
function Effect({ copy }: { copy: SavedCopy<FormDefinition> }) {
  const { t } = useTranslation('forms.editor')
  const { slug } = useEditing()
  const errorText = useErrorText()
  const question = useCallback(() => copy.whenSaved((revision) => fetchEffect(slug, revision)), [copy, slug])
  const { answer, failure } = useAnswer(question)
  return (
    <section>
      <h3 className={css.title}>{t('effect.title')}</h3>
      {failure && <InlineNotice tone="problem">{errorText(failure)}</InlineNotice>}
      {!answer && !failure && <p role="status">{t('effect.counting')}</p>}
      {answer && (
        <ul className={css.list}>
          <li>{answer.drafts === 0 ? t('effect.noDrafts') : t('effect.drafts', { count: answer.drafts })}</li>
          {answer.missing > 0 && <li data-weight="heavy">{t('effect.missing', { count: answer.missing })}</li>}
          {answer.losing > 0 && <li data-weight="heavy">{t('effect.losing', { count: answer.losing })}</li>}
          {answer.drafts > 0 && answer.missing + answer.losing === 0 && <li>{t('effect.nothing')}</li>}
        </ul>
      )}
      <h3 className={css.title}>{t('effect.phones.title')}</h3>
      <ul className={css.list}>
        {(['open', 'waiting', 'gone', 'offline', 'handedIn'] as const).map((each) => (
          <li key={each}>{t(`effect.phones.${each}`)}</li>
        ))}
      </ul>
    </section>
  )
}
