import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { useNow } from '#client/platform/use-now.ts'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { fromInstant } from '#shared/kernel/time.ts'
import { listTills, makeCode } from '../devices.api.ts'
import css from './code-sheet.module.css'

const secondMs = 1000

/** The code, large enough to read across a counter, and how long it lives. */
function Code({ code, expiresAt, onNew }: { code: string; expiresAt: string; onNew: () => void }) {
  const { t } = useTranslation('sync.devices')
  const now = useNow(secondMs)
  const leftSeconds = Math.max(0, Math.ceil((fromInstant(expiresAt) - now) / secondMs))
  const clock = `${Math.floor(leftSeconds / 60)}:${String(leftSeconds % 60).padStart(2, '0')}`
  if (leftSeconds === 0)
    return (
      <p role="status">
        {t('code.expired')} <Button onClick={onNew}>{t('code.another')}</Button>
      </p>
    )
  return (
    <>
      <p className={css.code}>
        <bdi dir="ltr">{code.replace(/^(.{3,4}?)(.{3,4})$/, '$1 $2')}</bdi>
      </p>
      <p className={css.left}>
        {t('code.left')}{' '}
        <bdi dir="ltr" className="num">
          {clock}
        </bdi>{' '}
        · {t('code.once')}
      </p>
      <ol className={css.steps}>
        <li>
          {t('code.step.open')} <bdi dir="ltr">{`${location.host}/pos/pair`}</bdi>
        </li>
        <li>{t('code.step.enter')}</li>
        <li>{t('code.step.wait')}</li>
      </ol>
    </>
  )
}

/** Chooses the till, then makes a code for it. */
export function CodeSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('sync.devices')
  const pick = useBilingual()
  const errorText = useErrorText()
  const { answer: tills, failure } = useAnswer(listTills)
  const [made, setMade] = useState<{ tillId: string; code: string; expiresAt: string }>()
  const { mutate, error } = useMutation(async (tillId: string) => setMade({ tillId, ...(await makeCode(tillId)) }))
  const shown = error ?? failure
  const till = tills?.find(({ tillId }) => tillId === made?.tillId)
  return (
    <Sheet title={till ? pick(till.name) : t('code.title')} onClose={onClose}>
      {shown && (
        <p role="alert" className={css.problem}>
          {errorText(shown)}
        </p>
      )}
      {made ? (
        <Code code={made.code} expiresAt={made.expiresAt} onNew={() => void mutate(made.tillId)} />
      ) : (
        <ul className={css.tills}>
          {tills?.map((each) => (
            <li key={each.tillId}>
              <button type="button" className={css.till} onClick={() => void mutate(each.tillId)}>
                <bdi>{pick(each.name)}</bdi>
                <span className={css.soft}>
                  <bdi>{pick(each.site)}</bdi> · <bdi dir="ltr">{`${each.siteCode}-${each.tillCode}`}</bdi>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  )
}
