import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SettingsNav } from '#client/features/school/settings/settings-nav.tsx'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { storedEdit } from '#client/platform/offline/edit-drafts.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import type { ConsentDefinition } from '#shared/consents/consent-definition.contract.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { draftName, readKeptWording } from './wording-draft.ts'
import { WordingForm } from './wording-form.tsx'
import css from './wordings.module.css'
import { readDefinitions } from './wordings.api.ts'

/** Every consent of the school with its wordings, and the way to publish a new one. */
export function WordingsScreen() {
  const { t } = useTranslation('consents.wordings')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(readDefinitions)
  return (
    <>
      <SettingsNav />
      <ListFrame
        title={t('title')}
        failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
        loading={answer || failure ? undefined : t('loading')}
        empty={answer?.length === 0 ? { title: t('none.title'), text: t('none.text') } : undefined}
      >
        <p className={common.softLine}>{t('text')}</p>
        <div className={css.list}>
          {answer?.map((definition) => (
            <DefinitionSection key={definition.purpose} definition={definition} onPublished={again} />
          ))}
        </div>
      </ListFrame>
    </>
  )
}

type Version = ConsentDefinition['versions'][number]

interface SectionProps {
  definition: ConsentDefinition
  onPublished: () => void
}

/** One consent: its wording in use, the earlier ones, and the form for a new one while it is open. */
function DefinitionSection({ definition, onPublished }: SectionProps) {
  const { t } = useTranslation('consents.wordings')
  const pick = useBilingual()
  const { purpose, isOffered, versions } = definition
  const [current, ...earlier] = versions
  const { kept, isOpen, isReady, open, close } = useOpenForm(purpose)
  const [isDone, setDone] = useState(false)
  if (!current) return null
  return (
    <section className={css.definition} aria-labelledby={`consent-${purpose}`}>
      <h2 id={`consent-${purpose}`} className={common.heading}>
        {pick(current.title)}
      </h2>
      {!isOffered && <p className={common.softLine}>{t('notOffered')}</p>}
      <VersionFacts version={current} />
      <VersionTexts version={current} />
      <Earlier versions={earlier} />
      <p role="status">{isDone && t('done')}</p>
      {isOpen ? (
        <WordingForm
          definition={definition}
          kept={kept}
          onClose={close}
          onReload={onPublished}
          onPublished={() => {
            close()
            setDone(true)
            onPublished()
          }}
        />
      ) : (
        <div>
          <Button
            disabled={!isReady}
            onClick={() => {
              setDone(false)
              open()
            }}
          >
            {t('write')}
          </Button>
        </div>
      )}
    </section>
  )
}

/** Whether the form for a new wording is open: at once where an earlier visit has left something unpublished. */
function useOpenForm(purpose: string) {
  const question = useCallback(
    async () => ({ kept: await storedEdit(draftName(purpose), ({ content }) => readKeptWording(content)) }),
    [purpose],
  )
  const { answer } = useAnswer(question)
  /** Undefined until somebody has opened or closed the form; what was kept is shown only until then. */
  const [isChosen, setChosen] = useState<boolean>()
  const kept = isChosen === undefined ? answer?.kept : undefined
  return {
    kept,
    isOpen: isChosen ?? kept !== undefined,
    /** What was kept is read: before, the form would not show it. */
    isReady: answer !== undefined,
    open: () => setChosen(true),
    close: () => setChosen(false),
  }
}

/** The wordings that were in use before. */
function Earlier({ versions }: { versions: readonly Version[] }) {
  const { t } = useTranslation('consents.wordings')
  if (versions.length === 0) return null
  return (
    <details>
      <summary>{t('earlier', { count: versions.length })}</summary>
      {versions.map((version) => (
        <div key={version.version} className={css.earlier}>
          <VersionFacts version={version} />
          <VersionTexts version={version} />
        </div>
      ))}
    </details>
  )
}

/** When it was published, by whom, who must agree to it, and how many do. */
function VersionFacts({ version: { version, publishedAt, by, again, lapsesOn, agreed } }: { version: Version }) {
  const { t, i18n } = useTranslation('consents.wordings')
  const pick = useBilingual()
  const format = useFormat()
  return (
    <p className={common.smallLine}>
      {t('version', { version })} · <bdi>{format.dateTime(publishedAt)}</bdi>
      {by && (
        <>
          {' · '}
          <bdi>{pick(by)}</bdi>
        </>
      )}
      {' · '}
      {t('agreed', { count: agreed })}
      {version > 1 && ` · ${t(`said.${again}`)}`}
      {lapsesOn && ` · ${t('said.lapses', { day: formatDay(lapsesOn, i18n.language) })}`}
    </p>
  )
}

function VersionTexts({ version }: { version: Version }) {
  return (
    <div className={css.texts}>
      {(['en', 'ar'] as const).map((lang) => (
        <div key={lang} lang={lang} dir={lang === 'ar' ? 'rtl' : 'ltr'}>
          <p>
            <strong>{version.title[lang]}</strong>
          </p>
          <p>{version.wording[lang]}</p>
          <p className={common.softLine}>{version.otherwise[lang]}</p>
        </div>
      ))}
    </div>
  )
}
