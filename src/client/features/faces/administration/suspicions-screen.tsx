import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import common from '#client/ui/common.module.css'
import type { FaceSuspicion } from '#shared/faces/face-pupils.contract.ts'
import { ConfirmSheet } from './components/confirm-sheet.tsx'
import css from './components/desk-page.module.css'
import { DeskPage } from './components/desk-page.tsx'
import { SuspicionCard } from './components/suspicion-card.tsx'
import { decideOnSuspicion, listSuspicions } from './face-desk.api.ts'

/** Faces that are too near one another, for somebody who knows the two. */
export function SuspicionsScreen() {
  const { t } = useTranslation('faces.administration')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(listSuspicions)
  const [mistaken, setMistaken] = useState<FaceSuspicion>()
  const waiting = answer?.filter(({ decision }) => !decision) ?? []
  const decided = answer?.filter(({ decision }) => decision) ?? []
  return (
    <DeskPage
      place="suspicions"
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={answer || failure ? undefined : t('loading')}
      empty={
        answer && waiting.length === 0
          ? { title: t('suspicions.empty.title'), text: t('suspicions.empty.text') }
          : undefined
      }
    >
      {waiting.length > 0 && <p className={css.lead}>{t('suspicions.lead')}</p>}
      <ul className={common.list}>
        {waiting.map((suspicion) => (
          <SuspicionCard
            key={suspicion.id}
            suspicion={suspicion}
            onDecided={again}
            onMistaken={() => setMistaken(suspicion)}
          />
        ))}
      </ul>
      {decided.length > 0 && (
        <details>
          <summary className={css.summary}>{t('decided', { count: decided.length })}</summary>
          <ul className={common.list}>
            {decided.map((suspicion) => (
              <SuspicionCard key={suspicion.id} suspicion={suspicion} />
            ))}
          </ul>
        </details>
      )}
      {mistaken && (
        <MistakenSheet
          suspicion={mistaken}
          onClose={() => setMistaken(undefined)}
          onDone={() => {
            setMistaken(undefined)
            again()
          }}
        />
      )}
    </DeskPage>
  )
}

interface MistakenProps {
  suspicion: FaceSuspicion
  onClose: () => void
  onDone: () => void
}

function MistakenSheet({ suspicion: { id, pupil, other }, onClose, onDone }: MistakenProps) {
  const { t } = useTranslation('faces.administration')
  const pick = useBilingual()
  const names = { name: pick(pupil.name), other: pick(other.name) }
  return (
    <ConfirmSheet
      isBad
      title={t('suspicions.mistaken.title')}
      deedName={t('suspicions.mistaken.do')}
      deed={() => decideOnSuspicion(id, 'mistaken')}
      {...{ onClose, onDone }}
    >
      <p>{t('suspicions.mistaken.text', names)}</p>
    </ConfirmSheet>
  )
}
