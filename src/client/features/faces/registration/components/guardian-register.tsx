import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { CachedConsent } from '#local/consents/consents.ts'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import type { SubmittedRow } from '#local/storage/forms-db.ts'
import type { ConsentPage } from '#shared/consents/consent.contract.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import type { SamplesFault } from '#shared/recognition/face-enrolment.rules.ts'
import type { Captured } from '../capture-samples.ts'
import css from '../registration.module.css'
import { Capture } from './capture.tsx'
import { Preview } from './preview.tsx'
import { Submitted } from './submitted.tsx'

interface GuardianBeforeProps {
  subject: string
  registeredAt: string | null
  /** What was wrong with the pictures just taken. */
  fault: SamplesFault | undefined
  onOpen: () => void
  onDecisions: () => void
}

/** What will happen, and only then a camera. */
function GuardianBefore({ subject, registeredAt, fault, onOpen, onDecisions }: GuardianBeforeProps) {
  const { t } = useTranslation('faces')
  const format = useFormat()
  return (
    <section className={css.box}>
      <h1 className={css.title} data-personal>
        {t('guardian.before.title', { name: `⁨${subject}⁩` })}
      </h1>
      {registeredAt !== null && <p>{t('guardian.before.since', { day: format.day(registeredAt) })}</p>}
      <p>{t('guardian.before.text')}</p>
      <p>{t('guardian.before.sealed')}</p>
      {fault && <InlineNotice tone="problem">{t(`register.fault.${fault}`)}</InlineNotice>}
      <Button kind="main" size="large" onClick={onOpen}>
        {t(fault ? 'register.again' : 'register.before.open')}
      </Button>
      <Button onClick={onDecisions}>{t('guardian.later')}</Button>
      <p className={css.soft}>{t('guardian.before.data')}</p>
      {fault && <Elsewhere />}
    </section>
  )
}

/** What families can do who get no further here. */
function Elsewhere() {
  const { t } = useTranslation('faces')
  return <p>{t('guardian.elsewhere')}</p>
}

/** Where a guardian is. Pictures and templates live in it and nowhere else: leaving it forgets them. */
type Step =
  | { at: 'before'; fault?: SamplesFault }
  | { at: 'capture' }
  | { at: 'preview'; id: string; captured: Captured; hasFailed?: true }
  | { at: 'handed-in' }

interface GuardianRegisterProps {
  token: string
  page: ConsentPage
  registeredAt: string | null
  /** What was handed in here last. */
  sent: SubmittedRow | undefined
  onKept: (kept: CachedConsent) => void
  onDecisions: () => void
}

/** Where it stands, and the way to hand it in. */
function useGuardianRegistration({ token, sent, onKept }: GuardianRegisterProps) {
  const [now, setNow] = useState<Step>({ at: sent ? 'handed-in' : 'before' })
  useBusy(now.at === 'capture' || now.at === 'preview')
  const { mutate: save, isPending } = useMutation(async (id: string, captured: Captured) => {
    try {
      const { submitFace } = await import('#client/platform/session/guardian-link.ts')
      const kept = await submitFace(token, id, captured.samples)
      if (kept) onKept(kept)
      setNow({ at: 'handed-in' })
    } catch {
      // The same id again: pressed twice or tried twice, it is handed in once.
      setNow({ at: 'preview', id, captured, hasFailed: true })
    }
  })
  return { now, setNow, isPending, save }
}

/** The same pictures as staff take, and a look at them; whom they may look like is for staff to see, later and at school. */
export function GuardianRegister(props: GuardianRegisterProps) {
  const { page, registeredAt, sent, onDecisions } = props
  const { t } = useTranslation('faces')
  const { now, setNow, isPending, save } = useGuardianRegistration(props)
  const again = () => setNow({ at: 'capture' })
  switch (now.at) {
    case 'before':
      return (
        <GuardianBefore
          subject={page.subject}
          registeredAt={registeredAt}
          fault={now.fault}
          onOpen={again}
          onDecisions={onDecisions}
        />
      )
    case 'capture':
      return (
        <Capture
          name={page.subject}
          otherwise={<Elsewhere />}
          onEnd={(ended) => setNow(afterCapture(ended))}
          onCancel={() => setNow({ at: 'before' })}
        />
      )
    case 'preview':
      return (
        <Preview
          name={page.subject}
          stills={now.captured.stills}
          hasFailed={now.hasFailed ?? false}
          isSaving={isPending}
          onSave={() => void save(now.id, now.captured)}
          onAgain={again}
        />
      )
    case 'handed-in':
      return (
        <section className={css.box}>
          <h1 className={css.title} data-personal>
            {t('guardian.before.title', { name: `⁨${page.subject}⁩` })}
          </h1>
          {sent && <Submitted row={sent} subject={page.subject} />}
          <Button kind="main" size="large" onClick={onDecisions}>
            {t('guardian.decisions')}
          </Button>
          {sent?.state !== 'saved' && (
            <Button kind="quiet" onClick={() => setNow({ at: 'before' })}>
              {t('guardian.anew')}
            </Button>
          )}
        </section>
      )
  }
}

const afterCapture = (ended: Captured | { fault: SamplesFault }): Step =>
  'fault' in ended
    ? { at: 'before', fault: ended.fault }
    : { at: 'preview', id: uuidv7(machineClock.nowMs(), machineRandom), captured: ended }
