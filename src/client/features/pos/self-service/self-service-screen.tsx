import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { identityAtom, startDevice } from '#client/platform/offline/device.ts'
import { areFacesReadAtom, facesAtom } from '#client/platform/offline/faces.ts'
import { openTillAtom, useTillUpdates } from '#client/platform/offline/open-till.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { Button } from '#client/ui/button.tsx'
import type { Faces } from '#local/recognition/faces.types.ts'
import { Attract } from './components/attract.tsx'
import { CallStaff } from './components/call-staff.tsx'
import { Choose } from './components/choose/choose.tsx'
import { ClassList } from './components/class-list.tsx'
import { Confirm } from './components/confirm.tsx'
import { Done } from './components/done.tsx'
import { EnterPin } from './components/enter-pin.tsx'
import { FaceStep } from './components/face-step.tsx'
import { Closed, HandOver, NoLocation } from './components/not-open.tsx'
import { StillThere } from './components/still-there.tsx'
import { TypeNumber } from './components/type-number.tsx'
import { Who } from './components/who.tsx'
import { useVisits } from './hooks/use-visit.ts'
import css from './self-service.module.css'
import { VisitContext } from './visit-context.ts'

interface SelfServiceProps {
  /** Signs out anyone who is signed in here, as the header's own button does. */
  onHandOver: () => Promise<void>
  /** The school's mark, and the switch of the language. */
  mark: ReactNode
  language: ReactNode
}

/** Tells the server how this device stands, from a moment after it is there. */
const useConditionReports = () =>
  useEffect(() => {
    import('#client/platform/hardware/report-condition.ts')
      .then(({ startConditionReports }) => startConditionReports())
      .catch(() => undefined)
  }, [])

/** Pupils serve themselves, one after the other; nothing of one is there for the next. */
export function SelfServiceScreen({ onHandOver, mark, language }: SelfServiceProps) {
  const { t } = useTranslation('pos.self-service')
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    if (!hasFailed) startDevice().catch(() => setHasFailed(true))
  }, [hasFailed])
  useTillUpdates()
  useConditionReports()
  const open = useAtomValue(openTillAtom)
  const faces = useAtomValue(facesAtom)
  const areFacesRead = useAtomValue(areFacesReadAtom)
  const isKiosk = useAtomValue(identityAtom)?.till.kind === 'kiosk'
  const { signedIn } = useAtomValue(sessionAtom)
  if (hasFailed)
    return (
      <section className={css.scene}>
        <h1 className={css.title}>{t('failed.title')}</h1>
        <p className={css.lead}>{t('failed.text')}</p>
        <Button kind="main" onClick={() => setHasFailed(false)}>
          {t('failed.again')}
        </Button>
      </section>
    )
  if (!open || !isKiosk) return <NoLocation />
  if (!open.till.shift) return <Closed />
  // A moment after the start: anyone who comes then is asked for the same as anyone who comes later.
  if (!areFacesRead) return <div className={css.desk} aria-busy="true" />
  return signedIn ? (
    <HandOver onHandOver={onHandOver} />
  ) : (
    <Visits faces={faces?.faces ?? null} mark={mark} language={language} />
  )
}

function Visits({ faces, mark, language }: Pick<SelfServiceProps, 'language' | 'mark'> & { faces: Faces | null }) {
  const { scene, send, idle, basket } = useVisits(faces)
  return (
    <VisitContext value={{ send, faces, mark, language }}>
      <div className={css.desk} data-scene={scene.at}>
        {scene.at === 'attract' && <Attract />}
        {scene.at === 'who' && <Who problem={scene.problem} />}
        {scene.at === 'number' && <TypeNumber problem={scene.problem} />}
        {scene.at === 'class' && <ClassList className={scene.className} />}
        {scene.at === 'face' && <FaceStep className={scene.className} />}
        {scene.at === 'pin' && <EnterPin scene={scene} />}
        {scene.at === 'confirm' && <Confirm scene={scene} />}
        {scene.at === 'choose' && basket && (
          <Choose
            scene={scene}
            cart={basket.cart}
            tenderId={basket.tenderId}
            isCovered={idle.left !== null}
            onChange={basket.change}
          />
        )}
        {scene.at === 'done' && <Done saleId={scene.saleId} />}
        {scene.at === 'staff' && <CallStaff why={scene.why} isBackPossible={scene.from !== undefined} />}
      </div>
      {idle.left !== null && (
        <StillThere seconds={idle.left} onStay={idle.stay} onLeave={() => send({ type: 'left' })} />
      )}
    </VisitContext>
  )
}
