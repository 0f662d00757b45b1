import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import common from '#client/ui/common.module.css'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import type { TextStatus } from '#shared/messaging/message-text.contract.ts'
import { readTexts } from '../message.api.ts'
import css from './message-texts.module.css'
import { TextEditor } from './text-editor.tsx'
import { TextPreview } from './text-preview.tsx'

interface TextsProps {
  /** Which one is open, as the address says. */
  event: string | undefined
  onOpen: (event: string) => void
}

/** In which words families are told: each event with what is in force, one of them open. */
export function TextsPart({ event, onOpen }: TextsProps) {
  const { t } = useTranslation('messaging')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(readTexts)
  const [saved, setSaved] = useState<readonly TextStatus[]>([])
  const texts = answer?.texts.map(
    (text) => saved.findLast((each) => each.event === text.event && each.version >= text.version) ?? text,
  )
  const open = texts?.find((text) => text.event === event) ?? texts?.[0]
  return (
    <>
      <p className={common.soft}>{t('text.lead')}</p>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!texts && !failure && <Loading>{t('loading')}</Loading>}
      {texts && open && (
        <div className={css.texts}>
          <nav aria-label={t('text.events')}>
            <ul className={css.events}>
              {texts.map((text) => (
                <li key={text.event}>
                  <button
                    type="button"
                    className={css.event}
                    aria-current={text.event === open.event || undefined}
                    onClick={() => onOpen(text.event)}
                  >
                    <strong>{t(`event.${text.event}`)}</strong>
                    <Standing text={text} />
                  </button>
                </li>
              ))}
            </ul>
          </nav>
          <OpenText key={open.event} text={open} onSaved={(text) => setSaved((known) => [...known, text])} />
        </div>
      )}
    </>
  )
}

function Standing({ text: { version, isReady } }: { text: TextStatus }) {
  const { t } = useTranslation('messaging')
  return <span className={common.soft}>{isReady ? t('text.ready') : t('text.own', { version })}</span>
}

function OpenText({ text, onSaved }: { text: TextStatus; onSaved: (text: TextStatus) => void }) {
  const { t } = useTranslation('messaging')
  const format = useFormat()
  const pick = useBilingual()
  const { kind, user } = useAtomValue(sessionAtom)
  const { event, setAt, setBy } = text
  return (
    <section className={css.open} aria-labelledby="open-text">
      <h2 id="open-text" className={common.heading}>
        {t(`event.${event}`)}
      </h2>
      <p className={common.soft}>
        <Standing text={text} />
        {setBy && setAt && (
          <>
            {' · '}
            <bdi>{pick(setBy.name)}</bdi> · <bdi>{format.dateTime(setAt)}</bdi>
          </>
        )}
      </p>
      {hasScopedPermission(kind, user?.authority ?? [], 'messages.write') ? (
        <TextEditor standing={text} onSaved={onSaved} />
      ) : (
        <TextPreview text={text.words} isWhole />
      )}
    </section>
  )
}
