import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { machineClock } from '#local/kernel/machine.ts'
import type { Breach } from '#shared/retention/breach.contract.ts'
import { nextStep, noticeUntilMs } from '#shared/retention/breach.rules.ts'
import { fetchBreaches } from './breach.api.ts'
import { BreachSheet } from './breach-sheet.tsx'

/** Register of data breaches: what is to be done next about each, and by when. */
export function BreachesScreen() {
  const { t } = useTranslation('retention.breaches')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(fetchBreaches)
  const [opened, setOpened] = useState<{ known: Breach | undefined }>()
  const close = () => setOpened(undefined)
  return (
    <ListFrame
      title={t('title')}
      tools={<Button onClick={() => setOpened({ known: undefined })}>{t('add')}</Button>}
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={answer || failure ? undefined : t('loading')}
    >
      <p className={common.softLine}>{t('lead')}</p>
      {answer?.length === 0 && <p className={common.softLine}>{t('none')}</p>}
      <ul className={common.list}>
        {answer?.map((breach) => (
          <Entry key={breach.id} breach={breach} onOpen={() => setOpened({ known: breach })} />
        ))}
      </ul>
      {opened && (
        <BreachSheet
          known={opened.known}
          onClose={close}
          onSaved={() => {
            close()
            again()
          }}
        />
      )}
    </ListFrame>
  )
}

function Entry({ breach, onOpen }: { breach: Breach; onOpen: () => void }) {
  const { t } = useTranslation('retention.breaches')
  const pick = useBilingual()
  const format = useFormat()
  const step = nextStep(breach)
  const untilMs = noticeUntilMs(breach)
  const isLate = untilMs < machineClock.nowMs()
  return (
    <li className={common.tightStack}>
      <p>
        <strong>{t(`step.${step}`)}</strong>{' '}
        {step === 'tell-authority' && t(isLate ? 'late' : 'left', { at: format.dateTime(untilMs) })}
      </p>
      <p>{breach.happened}</p>
      <p className={common.softLine}>
        {[
          t('discovered', { at: format.dateTime(breach.discoveredAt) }),
          breach.people === null ? t('unknown') : t('people', { count: breach.people }),
          ...breach.dataKinds.map((each) => t(`data.${each}`)),
          t('changed', { at: format.dateTime(breach.changedAt), name: `\u2068${pick(breach.by.name)}\u2069` }),
        ].join(' · ')}
      </p>
      <div className={common.actions}>
        <Button onClick={onOpen}>{t('open')}</Button>
      </div>
    </li>
  )
}
