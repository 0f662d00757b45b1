import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import type { Faces } from '#local/recognition/faces.types.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Customer } from '#shared/pos/customer.contract.ts'
import type { Captured, captureSamples } from '../capture-samples.ts'
import { useSentFaces } from '../hooks/use-sent-faces.ts'
import { findLocalLookalike } from '../lookalike-here.ts'
import css from '../registration.module.css'
import type { Registration } from '../registration.ts'
import { smallPicture } from '../small-picture.ts'
import { BeforeCapture } from './before-capture.tsx'
import { Capture } from './capture.tsx'
import { Folder } from './folder.tsx'
import { Preview } from './preview.tsx'
import { PupilSearch } from './pupil-search.tsx'

interface LookalikeWarningProps {
  pupil: Customer
  other: Customer
  onRegister: () => void
  onStop: () => void
}

/** Somebody else looks like this: staff, who see both names, say whether these are two people. */
function LookalikeWarning({ pupil, other, onRegister, onStop }: LookalikeWarningProps) {
  const { t } = useTranslation('faces')
  const pick = useBilingual()
  const names = { name: `⁨${pick(pupil.name)}⁩`, other: `⁨${pick(other.name)}⁩` }
  return (
    <section className={css.box}>
      <h1 className={css.title} data-personal>
        {t('register.alike.title', names)}
      </h1>
      <p role="alert">{t('register.alike.text', names)}</p>
      <Button kind="main" size="large" onClick={onStop}>
        {t('register.alike.stop')}
      </Button>
      <Button size="large" onClick={onRegister}>
        {t('register.alike.two')}
      </Button>
    </section>
  )
}

/** Nothing would be lost by a reload. */
const restful: ReadonlySet<Registration['at']> = new Set(['search', 'saved', 'folder'])

interface RegisterProps {
  faces: Faces
  userId: UserId
}

/** Where a registration is, and what takes it further. */
function useRegistration({ faces, userId }: RegisterProps) {
  const till = useTill()
  const [now, setNow] = useState<Registration>({ at: 'search' })
  useBusy(!restful.has(now.at))
  const { mutate: save, isPending } = useMutation(async (pupil: Customer, captured: Captured) => {
    try {
      const by = { kind: 'staff', userId } as const
      const still = faces.settings?.keepsPictures ? captured.stills[0] : undefined
      const picture = still && (await smallPicture(still))
      const of = { customerId: pupil.id, templates: captured.samples, by, actorId: userId }
      await faces.enrol({ ...of, source: 'camera', ...(picture && { picture }) })
      setNow({ at: 'saved', pupil })
    } catch {
      setNow({ at: 'preview', pupil, captured, hasFailed: true })
    }
  })
  const check = (pupil: Customer, captured: Captured) => {
    const otherId = findLocalLookalike(faces, till, pupil.id, captured.samples)
    const other = otherId === null ? undefined : till.customer(otherId)
    if (other) setNow({ at: 'alike', pupil, captured, other })
    else void save(pupil, captured)
  }
  return { now, setNow, isPending, save, check }
}

/** One registration after the other: pupil, consent, pictures, a look at them, saved. */
export function Register({ faces, userId }: RegisterProps) {
  const { now, setNow, isPending, save, check } = useRegistration({ faces, userId })
  const pick = useBilingual()
  const sent = useSentFaces(faces)
  const search = () => setNow({ at: 'search' })
  switch (now.at) {
    case 'search':
      return (
        <PupilSearch
          faces={faces}
          sent={sent}
          onChoose={(pupil) => setNow({ at: 'before', pupil })}
          onFolder={() => setNow({ at: 'folder' })}
        />
      )
    case 'folder':
      return sent && <Folder faces={faces} sent={sent} userId={userId} onBack={search} />
    case 'before':
      return (
        <BeforeCapture
          pupil={now.pupil}
          hasConsent={faces.mayEnrol(now.pupil.id)}
          fault={now.fault}
          onOpen={() => setNow({ at: 'capture', pupil: now.pupil })}
          onOther={search}
        />
      )
    case 'capture':
      return (
        <Capture
          name={pick(now.pupil.name)}
          onEnd={(ended) => setNow(afterCapture(now.pupil, ended))}
          onCancel={() => setNow({ at: 'before', pupil: now.pupil })}
        />
      )
    case 'preview':
      return (
        <Preview
          name={pick(now.pupil.name)}
          stills={now.captured.stills}
          isKept={faces.settings?.keepsPictures === true}
          hasFailed={now.hasFailed ?? false}
          isSaving={isPending}
          onSave={() => check(now.pupil, now.captured)}
          onAgain={() => setNow({ at: 'capture', pupil: now.pupil })}
        />
      )
    case 'alike':
      return (
        <LookalikeWarning
          pupil={now.pupil}
          other={now.other}
          onRegister={() => void save(now.pupil, now.captured)}
          onStop={search}
        />
      )
    case 'saved':
      return <Saved pupil={now.pupil} onNext={search} />
  }
}

const afterCapture = (pupil: Customer, ended: Awaited<ReturnType<typeof captureSamples>>): Registration =>
  'fault' in ended ? { at: 'before', pupil, fault: ended.fault } : { at: 'preview', pupil, captured: ended }

function Saved({ pupil, onNext }: { pupil: Customer; onNext: () => void }) {
  const { t } = useTranslation('faces')
  const pick = useBilingual()
  return (
    <section className={css.box}>
      <h1 className={css.title} role="status" data-personal>
        {t('register.saved.title', { name: `⁨${pick(pupil.name)}⁩` })}
      </h1>
      <p>{t('register.saved.text')}</p>
      <Button kind="main" size="large" onClick={onNext}>
        {t('register.saved.next')}
      </Button>
    </section>
  )
}
